-- The closest pair of points of every row, by divide and conquer.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { [-1i64] }
-- input { [[1i64]] [[2i64]] }
-- output { [-1i64] }
-- input { [[], [1i64], [-39i64, 27i64], [38i64, -37i64, 50i64], [24i64, 20i64, 46i64, -27i64, 4i64, 0i64, -32i64,
-- 44i64, -12i64, -33i64], [23i64, 24i64, 39i64, 42i64, -14i64, 35i64, 50i64, -13i64, -4i64, 23i64, 32i64, -28i64, 5i64,
-- -3i64, -7i64, 37i64, -15i64, -23i64, -20i64, -8i64, -36i64, -50i64, -14i64, 12i64, -33i64, -7i64, 10i64, -23i64,
-- 23i64, 42i64]] [[], [20i64], [-3i64, 45i64], [23i64, -12i64, -22i64], [23i64, -8i64, -13i64, 6i64, 32i64, 25i64,
-- 30i64, -40i64, -31i64, -17i64], [-38i64, -14i64, -24i64, 12i64, -40i64, 38i64, 42i64, 36i64, -15i64, 11i64, -33i64,
-- -2i64, -40i64, -45i64, -46i64, 29i64, -12i64, -15i64, -31i64, -46i64, 16i64, -29i64, -8i64, 30i64, 37i64, -46i64,
-- 30i64, -18i64, 37i64, -47i64]] }
-- output { [-1i64, -1i64, 6660i64, 2169i64, 65i64, 0i64] }
-- input { [[-18i64, 4i64, 36i64, 13i64, -45i64, 30i64, 43i64, -43i64, -33i64, 32i64, -46i64, 20i64, -33i64, 42i64,
-- 37i64, 50i64, -29i64, 40i64, 37i64, -48i64, -1i64, -15i64, 30i64, -36i64, -21i64, -43i64, -29i64, -43i64, -38i64,
-- -15i64, -14i64, -32i64, 15i64, -35i64, -11i64, 26i64, 28i64, 19i64, 2i64, -35i64]] [[-22i64, -37i64, -42i64, -30i64,
-- 45i64, -46i64, 2i64, 40i64, 39i64, -1i64, -47i64, 39i64, -44i64, 0i64, -5i64, 1i64, 44i64, -28i64, 25i64, -34i64,
-- 47i64, 37i64, -47i64, -18i64, -9i64, -50i64, -11i64, 12i64, 36i64, 7i64, 49i64, -18i64, 21i64, 29i64, 46i64, -11i64,
-- 29i64, -19i64, -35i64, 42i64]] }
-- output { [1i64] }
-- input { [[0i64, 0i64, 1i64, 0i64, 0i64], [1i64, 2i64, 1i64, 2i64, 1i64], [2i64, 1i64, 0i64, 0i64, 1i64], [0i64, 1i64,
-- 0i64, 1i64, 2i64], [0i64, 2i64, 1i64, 1i64, 1i64]] [[0i64, 0i64, 2i64, 1i64, 1i64], [0i64, 0i64, 0i64, 1i64, 2i64],
-- [1i64, 1i64, 2i64, 2i64, 0i64], [2i64, 1i64, 1i64, 0i64, 1i64], [1i64, 2i64, 2i64, 1i64, 2i64]] }
-- output { [0i64, 0i64, 0i64, 1i64, 0i64] }

type point = (i64, i64)

def square (x: i64) : i64 = x * x

def far : i64 = 1_000_000_000_000

def sort_by [n] 'a (key: a -> i64) (xs: [n]a) : [n]a =
  let rank i =
    i64.sum (map (\j -> i64.bool (key xs[j] < key xs[i] || (key xs[j] == key xs[i] && j < i)))
                 (iota n))
  in scatter (copy xs) (map rank (iota n)) xs

-- Of points in order of their first coordinate.
def closest [n] (points: [n]point) : i64 =
  if n < 2
  then far
  else let middle = n / 2
       let line = points[middle].0
       let best = i64.min (closest points[:middle]) (closest points[middle:])
       let strip = filter (\(x, _) -> square (x - line) < best) points
       let ordered = sort_by (.1) strip
       let [k] (ordered: [k]point) = ordered
       let near i =
         let (x, y) = ordered[i]
         let others = ordered[i + 1:i64.min k (i + 8)]
         in i64.minimum (map (\(a, b) -> square (a - x) + square (b - y)) others)
       in i64.min best (i64.minimum (map near (iota k)))

entry main [r] (xs: [r][?]i64) (ys: [r][?]i64) : [r]i64 =
  map (\row -> let best = closest (sort_by (.0) row) in if best == far then -1 else best)
      (irregular.zip xs ys)
