-- The upper median of each row by quickselect; -1 for a row without elements.
-- ==
-- input { [[3i64, 1i64, 2i64], [], [5i64], [7i64, 7i64, 7i64, 7i64]] }
-- output { [2i64, -1i64, 5i64, 7i64] }
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { empty([2][?: 0, 0]i64) }
-- output { [-1i64, -1i64] }
-- input { [[40i64, 39i64, 38i64, 37i64, 36i64, 35i64, 34i64, 33i64, 32i64, 31i64, 30i64, 29i64, 28i64, 27i64, 26i64,
-- 25i64, 24i64, 23i64, 22i64, 21i64, 20i64, 19i64, 18i64, 17i64, 16i64, 15i64, 14i64, 13i64, 12i64, 11i64, 10i64,
-- 9i64, 8i64, 7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64]] }
-- output { [21i64] }
-- input { [[], [], [10i64, 33i64, -2i64, 50i64, -24i64, -38i64, 12i64, -47i64, -1i64, 5i64, 27i64, 47i64, 48i64,
-- -50i64, 39i64], [42i64], [], [], [-47i64], [], [], [37i64, -23i64, 4i64, 42i64, -47i64, 17i64, -22i64, 47i64, 6i64,
-- 13i64, 20i64, -21i64, -6i64, -21i64, 36i64, -22i64, 47i64, 8i64, -13i64, -48i64, 3i64, 21i64, 32i64, -38i64,
-- -27i64, 30i64, 42i64, -13i64, -35i64, 45i64], [14i64, 35i64, -26i64, -12i64, -14i64, 25i64, 13i64, 14i64, 0i64,
-- 25i64], []] }
-- output { [-1i64, -1i64, 10i64, 42i64, -1i64, -1i64, -47i64, -1i64, -1i64, 6i64, 14i64, -1i64] }

-- The k-th smallest element, by recursion on the part that has it.
def select [n] (k: i64) (xs: [n]i64) : i64 =
  let pivot = xs[n / 2]
  let less = filter (< pivot) xs
  let greater = filter (> pivot) xs
  let below = length less
  let upto = n - length greater
  in if k < below then select k less
     else if k >= upto then select (k - upto) greater
     else pivot

entry main [n] (rows: [n][?]i64) : [n]i64 =
  map (\row -> if null row then -1 else select (length row / 2) row) rows
