-- Merge sort: halves of known sizes, merged by a loop.
-- ==
-- input { [5, 3, 8, 1, 9, 2, 7] } output { [1, 2, 3, 5, 7, 8, 9] }
-- input { [2, 1] } output { [1, 2] }
def merge [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 =
  (loop (zs, i, j) = (replicate (n + m) 0, 0, 0) for k < n + m do
     if j >= m || (i < n && xs[i] <= ys[j])
     then (zs with [k] = xs[i], i + 1, j)
     else (zs with [k] = ys[j], i, j + 1)).0

def sort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1 then xs else merge (sort xs[:n / 2]) (sort xs[n / 2:]) :> [n]i32

def main (xs: []i32) : []i32 = sort xs
