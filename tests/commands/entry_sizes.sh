# A size that does not fit names the argument of the entry point, whoever runs it.
cat >prog.fut <<'END'
entry main [n] [m] (xss: [n][m]i32) (ys: [m]i32) (zs: [n]{a: i32, b: bool}) : i32 =
  i32.sum (flatten xss) + i32.sum ys + i32.sum (map (.a) zs)

entry fixed (n: i64) (xs: [n + 1]i32) (yss: [2][n]i32) : i32 = xs[0] + yss[0, 0]

entry pattern [n] ((xs, k): ([n]i32, i32)) (ys: [n]i32) = i32.sum xs + k + i32.sum ys
END
try() {
  echo "$1" | "$PLANISH" run "${@:2}" prog.fut
  echo "=> $?"
}
for backend in interp cpu; do
  echo "--- $backend"
  try '[[1, 2], [3, 4]] [5, 6, 7] [1, 2] [true, false]' --backend=$backend
  try '[[1, 2], [3, 4]] [5, 6] [1, 2, 3] [true, false, true]' --backend=$backend
  try '[[1, 2], [3, 4]] [5, 6] [1, 2] [true]' --backend=$backend
  try '2i64 [1, 2] [[1, 2], [3, 4]]' --backend=$backend --entry=fixed
  try '1i64 [1, 2] [[1, 2], [3, 4]]' --backend=$backend --entry=fixed
  try '2i64 [1, 2, 3] [[1, 2]]' --backend=$backend --entry=fixed
  try '[1, 2] 3 [4]' --backend=$backend --entry=pattern
done
echo '--- an executable'
"$PLANISH" build prog.fut
echo '[[1, 2], [3, 4]] [5, 6, 7] [1, 2] [true, false]' | ./prog
echo "=> $?"
