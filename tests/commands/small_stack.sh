# With a small stack (ulimit -s), programs work as with a large one: from text, from a packed file, with sequences, recursion and tasks.
cat >small.fut <<'END_OF_PROGRAM'
def depth (n: i64) : i64 = if n == 0 then 0 else 1 + depth (n - 1)
def spread (n: i64) (xs: []i64) : i64 =
  if n == 0
  then i64.sum xs
  else let ys = map (+ 1) xs in ys[0] + i64.sum (map (\k -> spread (n - 1) (map (+ k) ys)) (iota 1))

entry main (n: i64) (xs: []i64) : (i64, i64) = (i64.sum xs, i64.sum (map (\i -> depth (n + i)) (iota 4)))
entry nest (n: i64) : i64 = spread n [1, 2, 3]
entry longest (lines: seq ([?]u8)) : i64 = seq.reduce i64.max 0 (seq.map length lines)
END_OF_PROGRAM
printf 'one line\na longer line\n' >lines.txt
echo '100000 [1, 2, 3]' >values
gzip -k values
"$PLANISH" build small.fut
for kilobytes in 32 64 1024; do
  echo "--- $kilobytes KiB"
  (
    ulimit -s "$kilobytes"
    ./small <values
    ./small --threads 3 values.gz
    echo 1000 | ./small -e nest
    ./small -e longest --in lines=lines:lines.txt
    echo 1000000000 | ./small -e nest 2>&1 | head -1
    for backend in cpu interp; do
      "$PLANISH" run --backend="$backend" small.fut <values
      echo 1000 | "$PLANISH" run --backend="$backend" -e nest small.fut
      echo 1000000000 | "$PLANISH" run --backend="$backend" -e nest small.fut 2>&1 | head -1
    done
  )
done
