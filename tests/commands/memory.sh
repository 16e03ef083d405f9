# How much memory arrays took at most: an array of a million i64, and little besides.
cat >sums.fut <<'END_OF_PROGRAM'
entry main (n: i64) = let sums = scan (+) 0 (iota n) in sums[n / 2] + sums[n - 1]
END_OF_PROGRAM
amount() { sed -nE 's/^peak memory: ([0-9]+) bytes$/\1/p' | (read bytes && [ "$bytes" -ge 8000000 ] && [ "$bytes" -le 9000000 ] && echo one array); }
echo '--- run'
echo 1000000 | "$PLANISH" run --memory sums.fut 2>&1 >/dev/null | amount
echo '--- an executable'
"$PLANISH" build sums.fut -o sums && echo 1000000 | ./sums --memory 2>&1 >/dev/null | amount
echo '--- the interpreter does not count it'
echo 1000000 | "$PLANISH" run --memory --backend=interp sums.fut
echo "=> $?"
echo 1000000 | "$PLANISH" run --memory --stop-after=cse sums.fut
echo "=> $?"
echo '--- only if asked for'
echo 1000000 | "$PLANISH" run sums.fut 2>&1
echo '--- recursion: the data, and at most about three times as much, however deep it is'
cat >sorts.fut <<'END_OF_PROGRAM'
def two_calls [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let pivot = xs[n / 2]
       in (two_calls (filter (< pivot) xs) ++ filter (== pivot) xs ++ two_calls (filter (> pivot) xs)) :> [n]i32

def a_map [n] (xs: [n]i32) : [n]i32 =
  if n > 1
  then let pivot = xs[n / 2]
       let (less, equal, greater) = partition2 (< pivot) (== pivot) xs
       let parts: [2][?]i32 = map a_map ([less, greater] : [2][?]i32)
       in (parts[0] ++ equal ++ parts[1]) :> [n]i32
  else xs

def numbers (n: i64) : [n]i32 = map (\i -> i32.i64 (i * 7919 % 1000003)) (iota n)
entry calls (n: i64) = let sorted = two_calls (numbers n) in sorted[n - 1] - sorted[0]
entry maps (n: i64) = let sorted = a_map (numbers n) in sorted[n - 1] - sorted[0]
END_OF_PROGRAM
for entry in calls maps; do
  for threads in 1 2; do
    echo 1000000 | "$PLANISH" run --memory --threads $threads --entry $entry sorts.fut 2>&1 |
      awk '/^peak memory/ { print ($3 <= 17000000 ? "little memory" : "too much: " $3); next } { print }'
  done
done
