-- Scatters to places at equal distances, which are inside, outside, and so far away that numbers wrap around.
-- ==
-- entry: stepped
-- input { 8i64 1i64 5i64 } output { [0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 2i64, 3i64] }
-- input { 8i64 1i64 0i64 } output { [1i64, 2i64, 3i64, 4i64, 1i64, 2i64, 3i64, 4i64] }
-- input { 8i64 -1i64 7i64 } output { [4i64, 3i64, 2i64, 1i64, 4i64, 3i64, 2i64, 1i64] }
-- input { 8i64 -1i64 5i64 } output { [2i64, 1i64, 4i64, 3i64, 2i64, 1i64, 0i64, 0i64] }
-- input { 8i64 2i64 -1i64 } output { [0i64, 2i64, 0i64, 3i64, 0i64, 4i64, 0i64, 1i64] }
-- input { 8i64 3i64 100i64 } output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 8i64 4611686018427387904i64 3i64 } output { [0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 0i64 1i64 1i64 } output { empty([0]i64) }

entry stepped (n: i64) (step: i64) (start: i64) : []i64 =
  scatter (replicate n 0) (map (\i -> i * step + start) (iota n)) (map (\i -> i % 4 + 1) (iota n))

-- ==
-- entry: rows
-- input { 12i64 } output { [false, false, true, true, false, true, false, true, false, false, false, true] }
-- input { 30i64 }
-- output { [false, false, true, true, false, true, false, true, false, false, false, true, false, true, false, false, false,
--           true, false, true, false, false, false, true, false, false, false, false, false, true] }

entry rows (n: i64) : []bool =
  let multiples: [][?]i64 = map (\i -> map (\k -> (k + 2) * i) (iota (n / i + 1))) (2..<n)
  let all = irregular.flatten multiples
  in scatter (map (>= 2) (iota n)) all (map (const false) all)

-- ==
-- entry: columns
-- input { 3i64 0i64 } output { [[0i64, 0i64, 0i64], [1i64, 0i64, 0i64], [2i64, 0i64, 0i64]] }
-- input { 3i64 2i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 1i64], [0i64, 0i64, 2i64]] }
-- input { 3i64 3i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }

entry columns (n: i64) (j: i64) : [][]i64 =
  scatter_2d (replicate n (replicate n 0)) (map (\i -> (i, j)) (iota n)) (iota n)
