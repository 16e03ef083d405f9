try() {
  echo "\$ planish $*"
  "$PLANISH" "$@"
  echo "=> $?"
}
cat >stats.fut <<'END'
def mean [n] (xs: [n]f64) = f64.sum xs / f64.i64 n
type point = {x: i32, y: i32}
def origin : point = {x = 0, y = 0}
END
try eval 'i64.sum (iota 10)'
try eval '[1, 2, 3]'
try eval -t 'filter (> 1) [1, 2, 3]'
try eval 'mean [1, 2, 6]' stats.fut
try eval '(origin, "text")' stats.fut
try eval --pretty=always '(origin, "text")' stats.fut
try eval 'mean [1, 2, 3]' - <stats.fut
try eval 'let unused = 1 in 2'
try eval '-1'
try eval '[[1, 2], [], [3]] : [][?]i32'
try eval '[]'
try eval 'map (+ 1)'
try eval '1 + true'
try eval '1 +'
try eval '1 def x = 2'
try eval '[1, 2][3]'
try eval 'mean [1]' missing.fut
try eval 'mean [1]' stats.txt
try eval
