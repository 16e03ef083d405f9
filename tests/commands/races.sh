# Races in kernels: `--races` of the emulated GPU.
unset PLANISH_EMULATOR
try() { echo "\$ planish $*"; local status=0; "$PLANISH" "$@" 2>&1 || status=$?; echo "exit status $status"; echo; }

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
# In a program without a race, one barrier after the other is taken away from what orders accesses; some of them are
# needed.
for entry in sum least sums pairs kept bins turned product; do
  "$PLANISH" run --backend=gpu-emulator --races -e $entry kernels.fut <<< 300 > /dev/null 2> failed || cat failed
  found=0
  for n in 1 2 3 4 5 6; do
    PLANISH_EMULATOR=forget_barrier=$n "$PLANISH" run --backend=gpu-emulator --races -e $entry kernels.fut <<< 300 > out 2>&1 ||
      { grep -q 'a race at .*nothing orders them' out && found=$((found + 1)); }
  done
  [ $found -gt 0 ] && echo "$entry: found without a barrier" || echo "$entry: not found"
done
# Blocks of this scan hand on pairs.
PLANISH_EMULATOR=forget_acquire=1 "$PLANISH" run --backend=gpu-emulator --races -e pairs kernels.fut <<< 3000 2>&1 |
  grep -o 'a race .* nothing orders them' | sed 's/at byte.* of [0-9]* bytes:/at …:/; s/thread [0-9]* of block [0-9]*/…/g'
