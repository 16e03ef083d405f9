# A bound on all that a program takes, inputs included: one message with what was asked for and what is in use, and status 3.
cat >sums.fut <<'END_OF_PROGRAM'
-- ==
-- input { 1000000i64 } output { 624999750000i64 }
entry main (n: i64) = let sums = scan (+) 0 (iota n) in sums[n / 2] + sums[n - 1]
entry total (xs: []i64) = i64.sum xs
entry twice (xs: []i64) = let ys = scan (+) 0 xs in ys[0] + i64.sum ys
END_OF_PROGRAM
# How much is in use besides what is named depends on the back end.
short() { sed -E "/^ +(at|called)/d; s/; [0-9]{1,3} of the limit/; little of the limit/"; }
"$PLANISH" eval -b 'iota 1000000' >million.bin
"$PLANISH" eval 'replicate 1000000 1i64' >million.txt
gzip -k million.bin
for backend in cpu interp; do
  echo "--- $backend"
  run() { "$PLANISH" run --backend=$backend "$@" sums.fut 2>&1; echo "=> $?"; }
  echo 1000000 | run --memory-limit=18M
  echo 1000000 | run --memory-limit=50%
  echo 1000000 | run --memory-limit=4M | sed s/8000048/8000000/ | short
  echo '--- the input as it is read, and then as an array'
  run --memory-limit=8000000 -e total <million.bin
  run --memory-limit=17M -e total <million.bin
  run --memory-limit=17M -e total <million.bin.gz
  run --memory-limit=4M -e total <million.bin.gz | head -c 60
  echo
  run --memory-limit=6M -e total <million.txt | sed -E 's/needs [0-9]+ bytes more; [0-9]+ of/needs more; all of/'
done
echo '--- other commands'
"$PLANISH" eval --memory-limit=1M 'let xs = scan (+) 0 (iota 1000000) in xs[3] + xs[7]' 2>&1 | short
"$PLANISH" script --memory-limit=1M sums.fut 'main 1000000i64' 2>&1 | short
echo 'let xs = scan (+) 0 (iota 1000000) in xs[3] + xs[7]' | "$PLANISH" repl --memory-limit=1M 2>&1 | short
"$PLANISH" test --backend=cpu --memory-limit=1M sums.fut 2>&1 | short
"$PLANISH" test --memory-limit=20M sums.fut 2>&1
"$PLANISH" bench --memory-limit=1M --runs=1 --processes=1 sums.fut 2>&1 | short | head -n 1
echo '--- an executable'
"$PLANISH" build sums.fut -o sums
sums() { ./sums "$@" 2>&1; echo "=> $?"; }
sums --memory-limit=4M <<<1000000 | short
sums --memory-limit=17M -e twice <million.bin
sums --memory-limit=17M -e twice --runs=2 <million.bin | sed -E 's/161[0-9]* of/the input twice of/' | short
cat /dev/zero | sums --memory-limit=1M -e total
"$PLANISH" test --built --memory-limit=1M sums.fut 2>&1 | short
echo '--- what is no limit'
for limit in 0% 101% 1X M -1 9999999999G; do
  "$PLANISH" run "--memory-limit=$limit" sums.fut </dev/null
  echo "=> $?"
done
./sums --memory-limit=much
echo '--- each allocation fails once: it is told, nothing is left behind, and the next run is as if nothing had been'
cat >results.fut <<'END_OF_PROGRAM'
-- ==
-- entry: given made kept
-- input { [1, 2] [3, 4] }
entry given (xs: []i32) (ys: []i32) = (xs, ys, map (+ 1) xs)
entry made (xs: []i32) (ys: []i32) = (xs ++ ys, [filter (> 1) xs, filter (> 2) ys] : [2][?]i32)
def table = scan (+) 0 (iota 20)
entry kept [n] (xs: [n]i32) (ys: [n]i32) =
  (loop (zs, ws) = (map (+ 1) xs, reverse ys) for i < 3 do if i == 1 then (ws, zs[::-1]) else (reverse ws, map2 (+) zs xs), copy table)
END_OF_PROGRAM
for backend in cpu interp; do
  "$PLANISH" test --backend=$backend --fail-allocations=1000 results.fut
done
