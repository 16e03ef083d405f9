# Why a program is slow: a summary for each entry point, and what became of its parallel operators.
try() {
  echo "\$ planish $*"
  # How operators run depends on the processor.
  "$PLANISH" "$@" --target-cpu=x86-64-v4
  echo "=> $?"
}

cat >prog.fut <<'END_OF_PROGRAM'
def sums [n] (rows: [n][?]f32) : [n]f32 = map (\row -> f32.sum (map (* 2) row)) rows
entry main = sums
entry variance [n][m] (xss: [n][m]f32) : [n]f32 =
  map (\xs -> let mean = f32.sum xs / f32.i64 m
              in f32.sum (map (\x -> (x - mean) * (x - mean)) xs)) xss
entry same [n][m] (xss: [n][m]i32) : [n][?]i32 =
  map (\xs -> if xs[0] > 10 then xs else map (+ 1) xs) xss
END_OF_PROGRAM
try explain prog.fut
try explain --verbose prog.fut
try explain --json prog.fut

# Why something is a loop, and versions of what is irregular.
cat >reasons.fut <<'END_OF_PROGRAM'
entry asked [n] (rows: [n][?]f32) : [n]f32 = #[sequential_inner] map (\row -> f32.sum row) rows
entry small [n] (rows: [n][?]f32) : [n]f32 =
  map (\row -> let sums = scan (+) 0 row in f32.sum (map (\i -> sums[i]) (iota 3))) rows
entry shown [n] (xs: [n]i32) : [n]i32 = map (\x -> trace (x + 1)) xs
entry lengths [n] (ks: [n]i64) : [n]i64 = map (\k -> i64.maximum (scan (+) 0 (iota k))) ks
END_OF_PROGRAM
try explain --verbose reasons.fut

# How one thread does its part, and what stands in the way of something better.
cat >how.fut <<'END_OF_PROGRAM'
entry product [n][p][m] (a: [n][p]f32) (b: [p][m]f32) : [n][m]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a
entry scaled [n][p][m] (a: [n][p]f32) (b: [p][m]f32) (c: [n][m]f32) : [n][m]f32 =
  map2 (\row old -> map2 (\column x -> 2 * f32.sum (map2 (*) row column) + x) (transpose b) old) a c
entry bytes [n][p][m] (a: [n][p]i8) (b: [p][m]i8) : [n][m]i8 =
  map (\row -> map (\column -> i8.sum (map2 (*) row column)) (transpose b)) a
entry escape [n] (xs: [n]f32) : [n]i64 =
  map (\x -> (loop (z, i) = (x, 0) while z * z < 4 && i < 100 do (z * z * x + x, i + 1)).1) xs
entry called [n] (xs: [n]f64) : [n]f64 =
  map (\x -> loop z = x while z > 1 do z / 2 + f64.lgamma z) xs
entry few [m] (xs: [4][m]f32) : [4]f32 =
  map (\row -> let mean = f32.sum row / f32.i64 m in f32.sum (map (\x -> (x - mean) ** 2) row)) xs
END_OF_PROGRAM
try explain how.fut
try explain --verbose how.fut

# A map of which only the checks are left.
cat >checks.fut <<'END_OF_PROGRAM'
entry checked [n] (rows: [n][?]i64) : [n]i64 =
  map (\row -> let ys = map (\x -> row[x]) row in length ys + length row) rows
END_OF_PROGRAM
try explain checks.fut

# What is combined is irregular: rounds of maps. Calls of the prelude are one line each, whatever they are made of.
cat >rounds.fut <<'END_OF_PROGRAM'
entry joined [n] (xss: [n][?]i32) : []i32 = reduce (++) [] xss
entry bins [n] (is: [n]i64) (xss: [n][?]i32) : [9][?]i32 = hist (++) [] 9 is xss
END_OF_PROGRAM
try explain rounds.fut

# Names are those of the source: `n` is the parameter, and not what the prelude calls the argument of `iota`. What has no
# name is the length of something that has.
cat >names.fut <<'END_OF_PROGRAM'
entry window [n] (r: i64) (xs: [n]f32) : [n]f32 =
  map (\i -> f32.sum (map (\j -> xs[i64.max 0 (i64.min (n - 1) (i + j - r))]) (iota (2 * r + 1)))) (iota n)
entry kept [n] (xs: [n]i32) : []i32 =
  let large = filter (> 3) xs
  let ys = map (* 2) large
  in scan (+) 0 ys
END_OF_PROGRAM
try explain -v names.fut

# All solutions of n queens.
cat >queens.fut <<'END_OF_PROGRAM'
def safe [k] (board: [k]i64) (column: i64) : bool =
  and (map2 (\row other -> column != other && i64.abs (column - other) != k - row) (iota k) board)

def extend [b] [k] (n: i64) (boards: [b][k]i64) : [][k + 1]i64 =
  let next: [b][?]i64 = map (\board -> filter (safe board) (iota n)) boards
  let numbered: [b][?](i64, i64) = map2 (\i columns -> map (\c -> (i, c)) columns) (iota b) next
  in map (\(i, c) -> boards[i] ++ [c]) (irregular.flatten numbered)

entry main (n: i64) : i64 = length (loop boards = [[]] for i < n do extend n boards)
END_OF_PROGRAM
try explain queens.fut

# Recursion, whose condition is the program's own, and a function of the prelude that is called twice, so that it is not
# inlined: it is folded into the first call.
cat >recursion.fut <<'END_OF_PROGRAM'
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1 then xs
  else let (less, greater) = partition (< xs[n / 2]) xs
       in (quicksort less ++ quicksort greater) :> [n]i32
entry sort [n] (xs: [n]i32) : [n]i32 = quicksort xs
entry groups [n] (k: i64) (is: [n]i64) (js: [n]i64) : ([k][?]i64, [k][?]i64) =
  (irregular.group k is (iota n), irregular.group k js (iota n))
END_OF_PROGRAM
try explain recursion.fut

# Several files.
mkdir lib
echo 'def double [n] (xs: [n]i32) : [n]i32 = map (* 2) xs' >lib/double.fut
cat >user.fut <<'END_OF_PROGRAM'
import "lib/double"
entry main [n] (xs: [n]i32) : i32 = i32.sum (scan (+) 0 (double xs))
END_OF_PROGRAM
try explain user.fut

echo 'entry main (x: i32) = x + 1' >scalar.fut
try explain scalar.fut
echo 'def f (x: i32) = x + 1' >none.fut
try explain none.fut
echo 'entry main (x: i32) = x + y' >wrong.fut
try explain wrong.fut
try explain missing.fut
try explain --json --html prog.fut
