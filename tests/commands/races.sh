# Races in kernels: `--races` of the emulated GPU.
unset PLANISH_EMULATOR
try() {
  local status=0
  echo "\$ planish $*"
  "$PLANISH" "$@" > out 2>&1 || status=$?
  sed 's|/prelude/[^ ,]*|…|' out
  echo "exit status $status"
  echo
}

cat > places.fut <<'END'
-- Duplicates may write the same value, and nothing else.
entry main (values: []i32) = scatter (replicate 1 0) (map (const 0) values) values
END
try run --backend=gpu-emulator --races places.fut <<< '[7, 7, 7]'
try run --backend=gpu-emulator --races places.fut <<< '[7, 8]'
try run --backend=gpu-emulator places.fut <<< '[7, 7]'
try eval --backend=gpu-emulator --races 'main [1, 2]' places.fut
try run --races places.fut <<< '[7, 7]'

cat > kernels.fut <<'END'
def numbers (n: i64) = map (\i -> i32.i64 (i * 7919 % 1009)) (iota n)
entry sum (n: i64) = i32.sum (numbers n)
entry least (n: i64) = reduce_comm i32.min i32.highest (numbers n)
entry sums (n: i64) = last (scan (+) 0 (numbers n))
entry pairs (n: i64) = last (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip (numbers n) (numbers n)))
entry kept (n: i64) = length (filter (> 500) (numbers n))
entry bins (n: i64) = hist (+) 0 10 (map (\x -> i64.i32 x % 10) (numbers n)) (numbers n)
entry turned (n: i64) = last (map i32.sum (transpose (copy (unflatten (numbers (n * 100))))))
entry product (n: i64) =
  let a = unflatten (numbers (n * 100))
  in i32.sum (flatten (map (\x -> map (\y -> i32.sum (map2 (*) x y)) a) a))
END
# In a program without a race, one barrier after the other is taken away from what orders accesses, until one is needed.
for call in 'sum 300' 'least 300' 'sums 300' 'pairs 300' 'kept 300' 'bins 300' 'turned 40' 'product 40'; do
  read -r entry n <<< "$call"
  run() { "$PLANISH" run --backend=gpu-emulator --races -e "$entry" kernels.fut <<< "$n" 2>&1; }
  run > /dev/null || run
  found='not found'
  for number in 1 2 3 4 5 6; do
    PLANISH_EMULATOR=forget_barrier=$number run | grep -q 'a race at .*nothing orders them' || continue
    found='found without a barrier'
    break
  done
  echo "$entry: $found"
done
# Blocks of a long sum hand on what they have, by a ticket.
PLANISH_EMULATOR=forget_acquire=2 "$PLANISH" run --backend=gpu-emulator --races -e sum kernels.fut <<< 3000 2>&1 |
  sed 's/.*\(a race\) at .*: \(an* .*\) of 4 bytes by .*, after \(a .*\) by .*/\1: \2, \3/'
