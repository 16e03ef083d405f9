-- Sums of columns: of a matrix, with a factor for each row, in a loop that changes the matrix, and of all matrices of an array.
-- Each is compared with a loop.

def matrix (seed: i64) (n: i64) (m: i64) : [n][m]i64 =
  tabulate_2d n m (\i j -> (i * 7 + j * 13 + seed * 5) % 31 - 15)

def by_loop [n] [m] (xs: [n][m]i64) (ws: [n]i64) (j: i64) : i64 =
  loop sum = 0 for i < n do sum + xs[i, j] * ws[i]

-- ==
-- entry: sums
-- input { 100i64 7i64 } output { true }
-- input { 1000i64 16i64 } output { true }
-- input { 40i64 70i64 } output { true }
-- input { 1i64 5i64 } output { true }
-- input { 0i64 5i64 } output { true }
-- input { 5i64 0i64 } output { true }
entry sums (n: i64) (m: i64) : bool =
  let xs = matrix 1 n m
  let ws = tabulate n (\i -> i % 5 - 2)
  let columns = map (\column -> i64.sum (map2 (*) column ws)) (transpose xs)
  in and (map2 (==) (opaque columns) (tabulate m (by_loop xs ws)))

-- ==
-- entry: repeated
-- input { 60i64 9i64 } output { true }
entry repeated (n: i64) (m: i64) : bool =
  let ws = replicate n 1
  let step (xs: [n][m]i64) =
    let sums = map i64.sum (transpose xs)
    in map (\row -> map2 (\x s -> (x + s) % 100) row sums) xs
  let xs = loop xs = matrix 2 n m for _k < 5 do step xs
  let by_loops =
    loop xs = matrix 2 n m for _k < 5 do
      let sums = tabulate m (by_loop xs ws)
      in tabulate_2d n m (\i j -> (xs[i, j] + sums[j]) % 100)
  in and (flatten (map2 (map2 (==)) (opaque xs) by_loops))

-- ==
-- entry: matrices
-- input { 3i64 50i64 8i64 } output { true }
entry matrices (k: i64) (n: i64) (m: i64) : bool =
  let all = tabulate k (\i -> matrix i n m)
  let ws = replicate n 1
  let sums = map (\xs -> map i64.sum (transpose xs)) all
  in and (flatten (map2 (\row xs -> map2 (==) row (tabulate m (by_loop xs ws))) (opaque sums) all))
