-- What a reduction or scan gives is its own, even if no two elements were combined.
-- ==
-- input { [true] [[1i64, 2i64, 3i64]] } output { [9i64, 2i64, 3i64] [[1i64, 2i64, 3i64]] }
-- input { empty([0]bool) empty([0][3]i64) } output { [9i64, 0i64, 0i64] empty([0][3]i64) }
-- entry: rows
-- input { [[[1i64, 2i64]], [], [[3i64, 4i64], [5i64, 1i64]]] }
-- output { [[7i64, 2i64], [7i64, 0i64], [7i64, 4i64]] [[[8i64, 8i64]], [], [[8i64, 8i64], [5i64, 4i64]]]
-- [[[1i64, 2i64]], [], [[3i64, 4i64], [5i64, 1i64]]] }
def main [n] (flags: [n]bool) (xs: [n][3]i64) : ([3]i64, [n][3]i64) =
  let (_, largest) =
    reduce (\(a, x) (b, y) -> (a || b, map2 i64.max x y)) (false, replicate 3 0) (zip flags xs)
  in (largest with [0] = 9, xs)

entry rows [n] (xss: [n][?][2]i64) : ([n][2]i64, [n][?][2]i64, [n][?][2]i64) =
  let largest = map (\xs -> copy (reduce (map2 i64.max) [0, 0] xs) with [0] = 7) xss
  let so_far: [n][?][2]i64 =
    map (\xs -> let ys = scan (map2 i64.max) [0, 0] xs in if null ys then ys else ys with [0] = [8, 8]) xss
  in (largest, so_far, xss)
