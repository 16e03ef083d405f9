-- A linear congruential generator: by a loop, and for each place on its own by powers of affine functions.
-- ==
-- input { 42u32 5i64 } output { [1083814273u32, 378494188u32, 2479403867u32, 955863294u32, 1613448261u32] true }
def step (x: u32) : u32 = 1664525 * x + 1013904223

def by_loop (seed: u32) (n: i64) : [n]u32 =
  (loop (xs, x) = (replicate n 0, seed) for i < n do
     let x = step x
     in (xs with [i] = x, x)).0

def by_scan (seed: u32) (n: i64) : [n]u32 =
  scan (\(a, b) (c, d) -> (a * c, c * b + d)) (1, 0) (replicate n (1664525, 1013904223))
  |> map (\(a, b) -> a * seed + b)

def main (seed: u32) (n: i64) =
  let xs = by_loop seed n
  in (xs, and (map2 (==) xs (by_scan seed n)))
