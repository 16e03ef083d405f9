# What usually makes programs slow: each cause where it is one, and where it looks like one and is not.
try() {
  echo "\$ planish $*"
  # How operators run depends on the processor.
  "$PLANISH" "$@" --target-cpu=x86-64-v4
  echo "=> $?"
}

cat >append.fut <<'END_OF_PROGRAM'
-- Each iteration copies all that was there.
entry squares (n: i64) : []i64 =
  loop ys = [] for i < n do ys ++ [i * i]
-- So it does in a branch, or if several are appended.
entry some [n] (xs: [n]i32) : []i32 =
  loop ys = [] for i < n do if xs[i] > 0 then [xs[i]] ++ ys ++ [0] else ys
-- Nothing grows here, so it is a copy.
entry rotate [n] (k: i64) (xs: [n]i32) : [n]i32 =
  loop ys = xs for _i < k do (ys[1:] ++ ys[:1]) :> [n]i32
END_OF_PROGRAM
try explain append.fut

cat >copy.fut <<'END_OF_PROGRAM'
def main [n] (xs: [n]i32) : i32 =
  (loop (s, ys) = (0, xs) for i < n do
     let zs = copy ys with [i] = s
     in (s + zs[0], zs)).0
entry rewritten [n] (xs: [n]i32) : [n]i32 =
  loop ys = xs for i < n do map (\j -> if j == i then 0 else ys[j]) (iota n)
-- In place.
entry placed [n] (xs: *[n]i32) : [n]i32 =
  loop ys = xs for i < n do ys with [i] = 0
-- The copy costs no more than the scan that needs it.
entry scanned [n] (xs: [n]i32) : [n]i32 =
  loop ys = xs for i < n do
    let zs = copy ys with [i] = 0
    in scan (+) 0 zs
END_OF_PROGRAM
try explain copy.fut

cat >heavy.fut <<'END_OF_PROGRAM'
entry sums [n] (ks: [n]i64) : [n]i64 =
  map (\k -> loop s = 0 for i < k do s + i * i % 7) ks
-- An operator is cut into equal shares.
entry shares [n] (ks: [n]i64) : [n]i64 =
  map (\k -> i64.sum (map (\i -> i * i % 7) (iota k))) ks
-- All elements have the same number of iterations.
entry equal [n] (k: i64) (xs: [n]i64) : [n]i64 =
  map (\x -> loop s = x for i < k do s + i * i % 7) xs
END_OF_PROGRAM
try explain heavy.fut

cat >sequential.fut <<'END_OF_PROGRAM'
entry total [n] (xs: [n]f64) : f64 =
  loop s = 0 for i < n do s + f64.exp xs[i]
entry table (n: i64) : [n]i64 =
  loop ys = replicate n 0 for i < n do ys with [i] = i * i
entry recurrence [n] (xs: [n]f64) : f64 =
  loop s = 0 for i < n do f64.sin (s + xs[i])
-- The loop is one thread's, but an operator has the work.
entry small [n][m] (xss: [n][m]f64) : f64 =
  f64.sum (map (\xs -> f64.sum (map f64.exp xs)) xss) + (loop s = 0 for i < n do s / 2 + xss[i, 0])
-- What is in the loop is parallel.
entry steps [n] (k: i64) (xs: [n]f64) : [n]f64 =
  loop ys = xs for _i < k do map f64.sin ys
-- Two elements, whatever the cores are.
entry two (n: i64) : [2]f64 =
  map (\a -> loop s = a for i < n do f64.sin (s + f64.i64 i)) [1, 2]
END_OF_PROGRAM
try explain sequential.fut

cat >gather.fut <<'END_OF_PROGRAM'
entry gather [n][m] (v: [n]f32) (cols: [m]i64) : [m]f32 = map (\c -> v[c] * 2) cols
-- Neighbours read neighbours.
entry stencil [n] (xs: [n]f32) : [n]f32 =
  map (\i -> xs[i64.max 0 (i - 1)] + xs[i] + xs[i64.min (n - 1) (i + 1)]) (iota n)
-- The table stays in the cache.
entry table [m] (t: [256]f32) (bytes: [m]u8) : [m]f32 = map (\b -> t[i64.u8 b]) bytes
-- The loop goes on to the next element each time.
entry runs [n][m] (starts: [n]i64) (vals: [m]f32) : [n]f32 =
  map (\s -> loop t = 0 for j < 16 do t + vals[s + j]) starts
-- Whole rows are read.
entry rows [n][k][m] (xss: [n][k]f32) (is: [m]i64) : [m]f32 = map (\i -> f32.sum xss[i]) is
END_OF_PROGRAM
try explain gather.fut
try explain --json gather.fut
