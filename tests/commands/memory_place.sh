# When there is no memory, the message says where it was asked for: in host code, and inside of a task.
cat >large.fut <<'END_OF_PROGRAM'
entry main (n: i64) = let xs = scan (+) 0 (iota n) in xs[n / 2] + i64.sum xs
entry task (n: i64) (k: i64) =
  map (\i -> let ys = scan (^) i (iota (k + i)) in ys[k / 2] + i64.sum ys) (iota n)
entry spin (n: i64) =
  map (\i -> loop x = i while x >= 0 do (x * 3 + 1) & 0xFFFF) (iota n)
END_OF_PROGRAM
without_columns() { sed -E 's/^  (at|called from) [^ ]*large.fut:([0-9]+):.*/  \1 line \2/; /prelude/d'; }
echo '--- host code'
echo 10000000000000 | "$PLANISH" run large.fut 2>&1 | without_columns
echo '--- a task'
echo 100 10000000000000 | "$PLANISH" run -e task large.fut 2>&1 | without_columns
echo '--- a loop inside of a task that is stopped'
(echo 1000 | timeout --foreground -s INT 3 "$PLANISH" run -e spin large.fut; echo "=> $?") 2>&1
