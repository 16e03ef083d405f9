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

# Why something is a loop, and versions of what is irregular.
cat >reasons.fut <<'END'
entry asked [n] (rows: [n][?]f32) : [n]f32 = #[sequential_inner] map (\row -> f32.sum row) rows
entry small [n] (rows: [n][?]f32) : [n]f32 =
  map (\row -> let sums = scan (+) 0 row in f32.sum (map (\i -> sums[i]) (iota 3))) rows
entry shown [n] (xs: [n]i32) : [n]i32 = map (\x -> trace (x + 1)) xs
entry lengths [n] (ks: [n]i64) : [n]i64 = map (\k -> i64.maximum (scan (+) 0 (iota k))) ks
entry bins [n] (ks: [n]i64) : [n]i64 =
  map (\k -> i64.sum (reduce_by_index (replicate k 0) (\a b -> (a + b) % k) 0 (iota k) (iota k))) ks
END
try explain reasons.fut

# What is combined is irregular: rounds of maps, by the name that the source has.
cat >rounds.fut <<'END'
entry joined [n] (xss: [n][?]i32) : []i32 = reduce (++) [] xss
entry prefixes [n] (xss: [n][?]i32) : [n][?]i32 = scan (++) [] xss
entry bins [n] (is: [n]i64) (xss: [n][?]i32) : [9][?]i32 = hist (++) [] 9 is xss
END
try explain rounds.fut

# Sizes that are long to write are left out.
cat >long.fut <<'END'
entry long [n] (ks: [n]i64) : [n]i64 =
  map (\k -> i64.maximum (scan (+) 0 (iota (((k * k + 3) / 7 + k) % 1000 + (k * 5) / 3 + 17)))) ks
END
try explain long.fut
echo 'entry main (x: i32) = x + 1' >scalar.fut
try explain scalar.fut
echo 'entry main (x: i32) = x + y' >wrong.fut
try explain wrong.fut
try explain missing.fut
