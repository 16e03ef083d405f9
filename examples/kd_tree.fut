-- The nearest of many points for each query, by a k-d tree. The tree is an array: the root of a part is its middle,
-- with what lies on one side before it, and what lies on the other side after it. Building is recursive on both sides,
-- and so is every search, which leaves out sides that are too far away.
--
-- Expected squares of distances are the least of those to all points, computed in another language.
-- Floats within 4 ulps: products and sums are rounded once in machine code.
-- Checklist: 55.
-- ==
-- input { [1f64, 5f64] [1f64, 5f64] [0f64, 4f64] [0f64, 7f64] } output { [2f64, 5f64] }
-- input { [0f64] [0f64] empty([0]f64) empty([0]f64) } output { empty([0]f64) }
-- input { [-38f64, 37f64, 14f64, -10f64, 25f64, -31f64, 31f64, -14f64, 13f64, -3f64, -23f64, -4f64, 39f64, -18f64,
-- 14f64, 15f64, 39f64, 11f64, -7f64, 25f64, -18f64, 22f64, 37f64, -21f64, -16f64] [21f64, 10f64, -34f64, 1f64, 26f64,
-- -15f64, -17f64, 19f64, -34f64, 4f64, -32f64, -7f64, -37f64, 25f64, 2f64, -4f64, 22f64, -2f64, 20f64, -27f64, 27f64,
-- 23f64, 12f64, 38f64, 1f64] [6.37f64, -19.63f64, 18.37f64, -41.63f64, -9.63f64, -11.63f64, 43.37f64, -0.63f64,
-- -0.63f64, -34.63f64, -31.63f64, 15.37f64] [-15.89f64, 21.11f64, 0.11f64, -41.89f64, 15.11f64, -20.89f64, 32.11f64,
-- 12.11f64, 1.11f64, -16.89f64, -15.89f64, -19.89f64] }
-- output { [186.56900000000002f64, 17.789f64, 22.669000000000008f64, 444.8890000000001f64, 30.82900000000001f64, 251.14900000000003f64, 121.30899999999997f64, 71.389f64, 13.968999999999998f64,
-- 16.74900000000002f64, 1.1889999999999998f64, 143.28900000000002f64] }
type point = [2]f64

-- The number that has k others before it in order: of each part, only the one that holds it is looked at again.
def nth [n] (k: i64) (xs: [n]f64) : f64 =
  let (left, _) =
    loop (xs: []f64, k) = (xs, k) while length xs > 1 do
      let pivot = xs[length xs / 2]
      let (less, equal, greater) = partition2 (< pivot) (== pivot) xs
      let before = length less
      let after = before + length equal
      in if k < before then (less, k) else if k < after then ([pivot], 0) else (greater, k - after)
  in left[0]

def build [n] (axis: i64) (points: [n]point) : [n]point =
  if n <= 1
  then points
  else let middle = n / 2
       let border = nth middle (map (\p -> p[axis]) points)
       let (less, equal, greater) =
         partition2 (\p -> p[axis] < border) (\p -> p[axis] == border) points
       let parted = less ++ equal ++ greater
       let next = 1 - axis
       in (build next parted[:middle] ++ [parted[middle]] ++ build next parted[middle + 1:])
         :> [n]point

def distance (p: point) (q: point) : f64 = f64.sum (map2 (\x y -> (x - y) ** 2) p q)

-- The square of the distance to the nearest point in a part of the tree, or `best`, if that is less.
def search [n] (tree: [n]point) (query: point) (axis: i64) (best: f64) (low: i64) (high: i64) : f64 =
  if low >= high
  then best
  else let middle = (low + high) / 2
       let gap = query[axis] - tree[middle, axis]
       let best = f64.min best (distance query tree[middle])
       let (near_low, near_high, far_low, far_high) =
         if gap < 0 then (low, middle, middle + 1, high) else (middle + 1, high, low, middle)
       let best = search tree query (1 - axis) best near_low near_high
       in if gap * gap < best then search tree query (1 - axis) best far_low far_high else best

entry main [n] [m] (xs: [n]f64) (ys: [n]f64) (query_xs: [m]f64) (query_ys: [m]f64) : [m]f64 =
  let tree = build 0 (map2 (\x y -> [x, y]) xs ys)
  in map2 (\x y -> search tree [x, y] 0 f64.inf 0 n) query_xs query_ys
