# The calls that led to a failure: the same for the interpreter, machine code and executables, in recursion too.
cat >walk.fut <<'END'
def walk (xs: []i64) (i: i64) : i64 =
  if xs[i] == i then i
  else 1 + walk xs xs[i]
entry main (xs: []i64) : i64 = walk xs 0
def leaves (xs: []i64) (i: i64) : i64 =
  if i >= 40 then xs[i] / (xs[i] - 7)
  else leaves xs (2 * i + 1) + leaves xs (2 * i + 2)
entry both (xs: []i64) : i64 = leaves xs 0
END
numbers() { echo "[$(seq -s, 1 "$1")]"; }
echo "-- few calls"
numbers 5 | $PLANISH run --backend=interp walk.fut 2>&1 | tee few
numbers 5 | $PLANISH run walk.fut 2>&1 | diff few -
echo "-- many calls"
numbers 200 | $PLANISH run --backend=interp walk.fut 2>&1 | tee many
numbers 200 | $PLANISH run walk.fut 2>&1 | diff many -
$PLANISH build -o walk walk.fut
numbers 200 | ./walk 2>&1 | diff many -
echo "-- calls that are made together"
echo "[$(yes 7 | head -100 | paste -sd,)]" | $PLANISH run -e both walk.fut 2>&1 || true
