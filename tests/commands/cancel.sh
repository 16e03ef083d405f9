# A loop without an end does not end, and Ctrl-C stops a program in whatever loop it is.
cat >loops.fut <<'FUT'
entry endless (n: i64) = loop x = n while x >= 0 do x + 1 - 1

entry endless_pair (n: i64) = (loop (x, _y) = (n, 0) while x >= 0 do (x + 1 - 1, 1)).0

entry endless_in_tasks (n: i64) = map (\i -> loop x = n while x >= 0 do x + i - i) (iota 3)

entry counting (n: i64) = loop a = n for i < n do (a * 3 + i) ^ 7

entry counting_in_tasks (n: i64) = map (\x -> loop a = x for i < n do (a * 3 + i) ^ 7) (iota 3)

entry counting_nested (n: i64) =
  map (\x -> loop a = x for i < n do loop a for j < a % 100 do (a * 3 + i) ^ j) (iota 3)

entry counting_rows (n: i64) =
  map (\x -> loop xs = [x, 2, 3] for i < n do map (\y -> (y * 3 + i) ^ 7) (copy xs)) (iota 3)
FUT

# Nothing of it, so that it is compiled, and then much of it, until a signal comes. 130: it was stopped by that, within
# some seconds.
for entry in endless endless_pair endless_in_tasks counting counting_in_tasks counting_nested counting_rows; do
  echo -1 | "$PLANISH" run --entry="$entry" loops.fut >/dev/null || echo "failed"
  echo 1000000000000000 |
    timeout --preserve-status --signal=INT --kill-after=20 0.5 "$PLANISH" run --entry="$entry" loops.fut 2>/dev/null
  echo "$entry => $?"
done

# The same on a GPU: a kernel is stopped, too.
for entry in endless endless_in_tasks counting_in_tasks; do
  echo -1 | "$PLANISH" run --backend=gpu-emulator --entry="$entry" loops.fut >/dev/null || echo "failed"
  echo 1000000000000000 |
    timeout --preserve-status --signal=INT --kill-after=20 2 "$PLANISH" run --backend=gpu-emulator --entry="$entry" \
      loops.fut 2>/dev/null
  echo "$entry on a GPU => $?"
done

# A sequence that is waited for: what came before is written.
echo 'entry main (xs: seq i32) : seq i32 = seq.map (+ 1) xs' >waits.fut
"$PLANISH" build waits.fut -o waits
for run in "$PLANISH run --backend=interp waits.fut" "$PLANISH run waits.fut" "$PLANISH run --threads=1 waits.fut" ./waits; do
  mkfifo pipe
  { echo 1 2; exec sleep 20; } >pipe &
  timeout --preserve-status --signal=INT --kill-after=10 2 $run <pipe 2>messages
  echo "=> $?"
  cat messages
  kill $!
  wait
  rm pipe
done
