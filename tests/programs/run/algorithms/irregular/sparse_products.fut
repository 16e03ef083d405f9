-- The product of two sparse matrices with sparse rows: merge equal columns after a sort.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- input { [[0i64]] [[2i64]] [[0i64]] [[3i64]] }
-- output { [[0i64]] [[6i64]] }
-- input { [[2i64], [0i64, 4i64, 5i64], [0i64, 5i64], [4i64], [0i64]] [[5i64], [-5i64, 8i64, 0i64], [6i64, -4i64],
-- [2i64], [1i64]] [[0i64], [3i64], [], [3i64], [], []] [[5i64], [2i64], [], [-4i64], [], []] }
-- output { [[], [0i64], [0i64], [], [0i64]] [[], [-25i64], [30i64], [], [5i64]] }
-- input { [[0i64, 1i64, 9i64], [], [1i64, 9i64], [2i64, 3i64, 6i64, 7i64], [9i64], [6i64], [0i64, 1i64, 7i64], [2i64,
-- 6i64], [8i64], [3i64, 4i64, 6i64, 7i64]] [[-5i64, -3i64, 6i64], [], [-2i64, -4i64], [4i64, -5i64, -2i64, -4i64],
-- [0i64], [-2i64], [-5i64, 2i64, -2i64], [9i64, -3i64], [6i64], [8i64, 1i64, -4i64, 2i64]] [[0i64, 4i64, 5i64, 6i64,
-- 7i64, 8i64], [4i64, 9i64], [0i64, 1i64, 4i64, 5i64, 6i64, 7i64, 10i64, 11i64], [1i64, 4i64, 6i64, 8i64, 10i64,
-- 11i64], [1i64, 2i64, 4i64, 5i64], [0i64, 1i64, 2i64, 3i64, 5i64, 6i64, 8i64, 9i64, 10i64, 11i64], [1i64, 4i64, 5i64,
-- 6i64, 8i64, 10i64], [0i64, 2i64, 3i64, 10i64, 11i64], [3i64, 6i64, 7i64, 9i64, 10i64], [2i64, 3i64, 9i64, 10i64]]
-- [[-5i64, -5i64, 5i64, 9i64, 8i64, 6i64], [6i64, 2i64], [4i64, 5i64, 7i64, 3i64, 3i64, 0i64, 3i64, 9i64], [5i64,
-- -2i64, 1i64, -4i64, 6i64, 7i64], [3i64, 2i64, 0i64, 4i64], [-2i64, 5i64, 3i64, 9i64, 2i64, 5i64, -4i64, 1i64, -4i64,
-- 9i64], [4i64, 6i64, -4i64, 7i64, 8i64, 4i64], [3i64, 8i64, 7i64, -3i64, 1i64], [1i64, -3i64, 6i64, -1i64, -3i64],
-- [4i64, 4i64, 6i64, 6i64]] }
-- output { [[0i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64], [], [2i64, 3i64, 4i64, 9i64, 10i64], [0i64,
-- 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 10i64, 11i64], [2i64, 3i64, 9i64, 10i64], [1i64, 4i64, 5i64, 6i64,
-- 8i64, 10i64], [0i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64], [0i64, 1i64, 4i64, 5i64, 6i64,
-- 7i64, 8i64, 10i64, 11i64], [3i64, 6i64, 7i64, 9i64, 10i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 8i64, 10i64,
-- 11i64]] [[25i64, 24i64, 24i64, 7i64, -25i64, -45i64, -40i64, -30i64, 30i64, 36i64], [], [-16i64, -16i64, -12i64,
-- -28i64, -24i64], [4i64, -13i64, -32i64, -28i64, 26i64, 20i64, -7i64, 0i64, 4i64, -14i64, -3i64], [0i64, 0i64, 0i64,
-- 0i64], [-8i64, -12i64, 8i64, -14i64, -16i64, -8i64], [19i64, -16i64, -14i64, 37i64, -25i64, -45i64, -40i64, -30i64,
-- 4i64, 6i64, -2i64], [36i64, 33i64, 45i64, 39i64, 6i64, 0i64, -24i64, 15i64, 81i64], [6i64, -18i64, 36i64, -6i64,
-- -18i64], [6i64, 27i64, 18i64, 14i64, -40i64, 20i64, -20i64, -64i64, 26i64, 58i64]] }

type term = (i64, i64)

def merge_sort [n] (xs: [n]term) : [n]term =
  if n <= 1
  then xs
  else let (a, b) = (merge_sort xs[:n / 2], merge_sort xs[n / 2:])
       let [k] (a: [k]term) = a
       let [l] (b: [l]term) = b
       let before (ys: []term) (strict: bool) (x: term) : i64 =
         let (low, _) =
           loop (low, high) = (0, length ys) while low < high do
             let middle = (low + high) / 2
             in if ys[middle].0 < x.0 || (!strict && ys[middle].0 == x.0)
                then (middle + 1, high)
                else (low, middle)
         in low
       let places =
         map2 (\i x -> i + before b true x) (iota k) a
         ++ map2 (\i x -> i + before a false x) (iota l) b
       in scatter (copy xs) (places :> [n]i64) (a ++ b :> [n]term)

def merge_equal [n] (xs: [n]term) : []term =
  let first i = i == 0 || xs[i].0 != xs[i - 1].0
  let number = map (\x -> x - 1) (scan (+) 0 (map (\i -> i64.bool (first i)) (iota n)))
  let [h] (heads: [h]i64) = filter first (iota n)
  let sums = hist (+) 0 h number (map (.1) xs)
  in map2 (\i s -> (xs[i].0, s)) heads sums

entry main [n] [m] (ac: [n][?]i64) (av: [n][?]i64) (bc: [m][?]i64) (bv: [m][?]i64)
    : ([n][?]i64, [n][?]i64) =
  let a = irregular.zip ac av
  let b = irregular.zip bc bv
  let product: [n][?]term =
    map (\row ->
           let terms: [][?]term = map (\(k, x) -> map (\(j, y) -> (j, x * y)) b[k]) row
           in merge_equal (merge_sort (irregular.flatten terms)))
        a
  in irregular.unzip product
