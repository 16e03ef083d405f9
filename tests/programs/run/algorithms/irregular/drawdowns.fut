-- The largest loss in every row of changes: scans with an operator on records.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [0i64] }
-- input { [[1i64, -2i64, 3i64, -5i64, 1i64], [4i64]] }
-- output { [5i64, 0i64] }
-- input { [[0i64], [8i64, 3i64], [-7i64, 5i64], [-9i64, -4i64, -3i64, 0i64, 3i64, -6i64, 0i64], [2i64, 0i64, -5i64],
-- [-6i64, -9i64, -1i64, -8i64, 3i64, 2i64, 0i64, 3i64, 5i64, -6i64], [9i64], [-3i64, -9i64, 7i64, -7i64, 8i64, 1i64,
-- -9i64]] }
-- output { [0i64, 0i64, 0i64, 10i64, 5i64, 18i64, 0i64, 9i64] }
-- entry: running
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { [[], [1i64]] }
-- output { [[], [0i64]] }
-- input { [[-1i64, 0i64], [-6i64, -9i64, -8i64, -3i64, -3i64, 3i64, -7i64, 9i64, 2i64], [0i64, 5i64, -8i64, -5i64,
-- 3i64, 8i64, 3i64, 3i64, -1i64, -9i64, 5i64, -7i64], [6i64, 1i64, -2i64, -3i64, 0i64, 5i64, 1i64, 3i64, -3i64],
-- [-8i64, 2i64, -5i64, -7i64, 2i64, -9i64, -6i64, 6i64, -2i64], [-5i64, 0i64, -9i64, -5i64, 2i64, 2i64, 7i64, -5i64],
-- [], [4i64, 7i64, 5i64]] }
-- output { [[0i64, 0i64], [0i64, 9i64, 17i64, 20i64, 23i64, 23i64, 27i64, 27i64, 27i64], [0i64, 0i64, 8i64, 13i64,
-- 13i64, 13i64, 13i64, 13i64, 13i64, 13i64, 13i64, 13i64], [0i64, 0i64, 2i64, 5i64, 5i64, 5i64, 5i64, 5i64, 5i64],
-- [0i64, 0i64, 5i64, 12i64, 12i64, 19i64, 25i64, 25i64, 25i64], [0i64, 0i64, 9i64, 14i64, 14i64, 14i64, 14i64, 14i64],
-- [], [0i64, 0i64, 0i64]] }
-- input { [[-2i64, 3i64, 3i64, 8i64, 0i64, 7i64, 0i64, -7i64, 6i64, -1i64, 2i64, -5i64, 5i64, -2i64, 6i64, -5i64, 2i64,
-- 1i64, 8i64, -5i64, 8i64, -6i64, -1i64, -8i64, 7i64, -3i64, 2i64, 3i64, -3i64, 8i64, 7i64, 0i64, 6i64, -4i64, -5i64,
-- -5i64, -1i64, -9i64, 9i64, -7i64, -4i64, 1i64, -1i64, -2i64, 1i64, -7i64, -5i64, -1i64, -1i64, -6i64]] }
-- output { [[0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64,
-- 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 15i64, 15i64, 15i64, 15i64, 15i64, 15i64, 15i64, 15i64, 15i64, 15i64, 15i64,
-- 15i64, 15i64, 15i64, 24i64, 24i64, 24i64, 26i64, 26i64, 26i64, 28i64, 28i64, 34i64, 39i64, 40i64, 41i64, 47i64]] }

type summary = {total: i64, highest: i64, lowest: i64, loss: i64}

def join (a: summary) (b: summary) : summary =
  {total = a.total + b.total,
   highest = i64.max a.highest (a.total + b.highest),
   lowest = i64.min a.lowest (a.total + b.lowest),
   loss = i64.max (i64.max a.loss b.loss) (a.highest - (a.total + b.lowest))}

def far : i64 = 1_000_000_000

entry main [n] (rows: [n][?]i64) : [n]i64 =
  let one x = {total = x, highest = x, lowest = x, loss = 0}
  let nothing = {total = 0, highest = -far, lowest = far, loss = 0}
  in map (\row -> (reduce join nothing (map one row)).loss) rows

entry running [n] (rows: [n][?]i64) : [n][?]i64 =
  let one x = {total = x, highest = x, lowest = x, loss = 0}
  let nothing = {total = 0, highest = -far, lowest = far, loss = 0}
  in map (\row -> map (.loss) (scan join nothing (map one row))) rows
