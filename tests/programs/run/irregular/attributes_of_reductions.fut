-- What a reduction, scan or histogram of irregular values gives does not depend on how it is done.
-- ==
-- entry: joined
-- input { [[1, 2], [], [3]] }
-- output { [1, 2, 3] }

-- ==
-- entry: joined_scan
-- input { [[1, 2], [], [3]] }
-- output { [[1, 2], [1, 2], [1, 2, 3]] }

-- ==
-- entry: joined_bins
-- input { [1i64, 0i64, 1i64, 7i64] [[1, 2], [], [3], [4]] }
-- output { [[10], [11, 1, 2, 3], [12, 12]] }

def outer = 3i64

entry joined [n] (rows: [n][?]i32) : []i32 = #[sequential] reduce (++) [] rows

entry joined_scan [n] (rows: [n][?]i32) : [n][?]i32 = #[sequential_inner] scan (++) [] rows

entry joined_bins [n] (is: [n]i64) (rows: [n][?]i32) : [outer][?]i32 =
  let start : [outer][?]i32 = map (\i -> replicate (1 + i / 2) (10 + i32.i64 i)) (iota outer)
  in #[sequential_outer] reduce_by_index (copy start) (++) [] is rows
