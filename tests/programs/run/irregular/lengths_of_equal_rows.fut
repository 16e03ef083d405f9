-- Rows whose lengths are computed from those of equal rows, and may not be there.
-- ==
-- entry: tails
-- input { empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[1,2],[3,4]] } output { [[2],[4]] }
-- input { [[1,2],[3]] } output { [[2],[]] }
-- input { [[], []] } error: out of bounds

-- ==
-- entry: shorter
-- input { empty([0][?]i32) } output { empty([0][?]i64) }
-- input { [[1,2],[3,4]] } output { [[0i64],[0i64]] }
-- input { [[], []] } error: is invalid

-- ==
-- entry: grid
-- input { empty([0][?]i32) } output { empty([0][?]i64) }
-- input { [[1,2],[3,4]] } output { [[0i64,0,0,0],[0i64,0,0,0]] }
-- input { [[],[1,2]] } output { [[0i64],[0i64,0,0,0]] }
entry tails [n] (rows: [n][?]i32) : [n][?]i32 = map tail rows
entry shorter [n] (rows: [n][?]i32) : [n][?]i64 = map (\r -> iota (length r - 1)) rows

entry grid [n] (rows: [n][?]i32) : [n][?]i64 =
  map (\r -> let k = length r - 1 in replicate (k * k + 3 * i64.sgn (i64.max 0 k)) 0i64) rows
