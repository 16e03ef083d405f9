-- From one dimension to two, three and four; a wrong total is an error.
-- ==
-- entry: two
-- input { 2i64 3i64 [1, 2, 3, 4, 5, 6] } output { [[1, 2, 3], [4, 5, 6]] }
-- input { 3i64 2i64 [1, 2, 3, 4, 5, 6] } output { [[1, 2], [3, 4], [5, 6]] }
-- input { 0i64 2i64 empty([0]i32) } output { empty([0][2]i32) }
-- input { 2i64 2i64 [1, 2, 3, 4, 5, 6] } error: cannot match shape

-- ==
-- entry: three
-- input { [1, 2, 3, 4, 5, 6, 7, 8] } output { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] }

-- ==
-- entry: four
-- input { [1, 2, 3, 4] } output { [[[[1], [2]], [[3], [4]]]] }
entry two (n: i64) (m: i64) (xs: []i32) : [n][m]i32 = unflatten (xs :> [n * m]i32)
entry three (xs: [8]i32) : [2][2][2]i32 = unflatten_3d (xs :> [2 * 2 * 2]i32)
entry four (xs: [4]i32) : [1][2][2][1]i32 = unflatten_4d (xs :> [1 * 2 * 2 * 1]i32)
