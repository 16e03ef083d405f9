# How much memory arrays took at most: an array of a million i64, and little besides.
cat >sums.fut <<'END_OF_PROGRAM'
entry main (n: i64) = let sums = scan (+) 0 (iota n) in sums[n / 2] + sums[n - 1]
END_OF_PROGRAM
amount() { sed -nE 's/^peak memory: ([0-9]+) bytes$/\1/p' | (read bytes && [ "$bytes" -ge 8000000 ] && [ "$bytes" -le 9000000 ] && echo one array); }
echo '--- run'
echo 1000000 | "$PLANISH" run --memory sums.fut 2>&1 >/dev/null | amount
echo '--- an executable'
"$PLANISH" build sums.fut -o sums && echo 1000000 | ./sums --memory 2>&1 >/dev/null | amount
echo '--- only if asked for'
echo 1000000 | "$PLANISH" run sums.fut 2>&1
