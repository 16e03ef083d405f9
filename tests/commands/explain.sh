# What became of the parallel operators of a program.
try() {
  echo "\$ planish $*"
  "$PLANISH" "$@"
  echo "=> $?"
}

cat >prog.fut <<'END'
def sums [n] (rows: [n][?]f32) : [n]f32 = map (\row -> f32.sum (map (* 2) row)) rows
entry main = sums
entry variance [n][m] (xss: [n][m]f32) : [n]f32 =
  map (\xs -> let mean = f32.sum xs / f32.i64 m
              in f32.sum (map (\x -> (x - mean) * (x - mean)) xs)) xss
entry same [n][m] (xss: [n][m]i32) : [n][?]i32 =
  map (\xs -> if xs[0] > 10 then xs else map (+ 1) xs) xss
END
try explain prog.fut
try explain --json prog.fut
echo 'entry main (x: i32) = x + 1' >scalar.fut
try explain scalar.fut
echo 'entry main (x: i32) = x + y' >wrong.fut
try explain wrong.fut
try explain missing.fut
