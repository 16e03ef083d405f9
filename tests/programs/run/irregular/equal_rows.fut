-- Rows that happen to be equally long, and others: entry points have a version for each.
-- ==
-- entry: sums
-- input { [[1f32, 2f32], [3f32, 4f32], [5f32, 6f32]] } output { [3f32, 7f32, 11f32] }
-- input { [[1f32, 2f32], [3f32], [5f32, 6f32]] } output { [3f32, 3f32, 11f32] }
-- input { [[1f32, 2f32], [3f32, 4f32], [5f32]] } output { [3f32, 7f32, 5f32] }
-- input { [[1f32, 2f32, 3f32]] } output { [6f32] }
-- input { [[], [], []] } output { [0f32, 0f32, 0f32] }
-- input { [[], [1f32], []] } output { [0f32, 1f32, 0f32] }
-- input { empty([0][?]f32) } output { empty([0]f32) }

-- ==
-- entry: parts
-- input { [[1f32, 3f32], [2f32, 2f32]] } output { [[0.25f32, 0.75f32], [0.5f32, 0.5f32]] }
-- input { [[1f32, 3f32], [2f32]] } output { [[0.25f32, 0.75f32], [1f32]] }
-- input { [[], []] } output { [[], []] }
-- input { empty([0][?]f32) } output { empty([0][?]f32) }

-- ==
-- entry: running
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 3, 6], [4, 9, 15]] }
-- input { [[1, 2, 3], [], [4, 5, 6]] } output { [[1, 3, 6], [], [4, 9, 15]] }

-- ==
-- entry: positive
-- input { [[1, -2, 3], [-4, -5, 6]] } output { [[1, 3], [6]] }
-- input { [[1, -2], [-4, -5, 6], [7, 8]] } output { [[1], [6], [7, 8]] }

-- ==
-- entry: products
-- input { [[0i64, 1i64], [1i64, 0i64]] [[2f32, 3f32], [1f32, 1f32]] [10f32, 20f32] } output { [80f32, 30f32] }
-- input { [[0i64], [], [1i64, 0i64]] [[2f32], [], [1f32, 1f32]] [10f32, 20f32] } output { [20f32, 0f32, 30f32] }

-- ==
-- entry: both
-- input { [[1, 2], [3, 4]] [[5], [6], [7]] } output { [3, 7] [5, 6, 7] }
-- input { [[1, 2], [3, 4]] [[5], [6, 1], [7]] } output { [3, 7] [5, 7, 7] }
-- input { [[1, 2], [3, 4, 5]] [[5], [6], [7]] } output { [3, 12] [5, 6, 7] }

-- ==
-- entry: negated
-- input { [[1, 2], [3, 4]] } output { [[-1, 2], [-3, 4]] }
-- input { [[1, 2], [3, 4, 5]] } output { [[-1, 2], [-3, 4, 5]] }
entry sums [n] (rows: [n][?]f32) : [n]f32 = map f32.sum rows

entry parts [n] (rows: [n][?]f32) : [n][?]f32 = map (\row -> map (/ f32.sum row) row) rows

entry running [n] (rows: [n][?]i32) : [n][?]i32 = map (scan (+) 0) rows

entry positive [n] (rows: [n][?]i32) : [n][?]i32 = map (filter (> 0)) rows

entry products [n] [m] (rows: [n][?](i64, f32)) (vector: [m]f32) : [n]f32 =
  map (\row -> f32.sum (map (\(column, x) -> x * vector[column]) row)) rows

entry both [n] [m] (xs: [n][?]i32) (ys: [m][?]i32) : ([n]i32, [m]i32) =
  (map i32.sum xs, map i32.sum ys)

entry negated [n] (rows: *[n][?]i32) : [n][?]i32 =
  map (\row -> map2 (\i x -> if i == 0 then -x else x) (indices row) row) rows
