-- Flat views whose strides and counts are at the ends of i64, and products of sizes that are none.
-- ==
-- entry: view
-- input { [1i8, 2i8, 3i8, 4i8] 0i64 2i64 2i64 2i64 1i64 } output { [[1i8, 2i8], [3i8, 4i8]] }
-- input { [1i8, 2i8, 3i8, 4i8] 0i64 3i64 -9223372036854775808i64 1i64 1i64 } error: out of bounds
-- input { [1i8, 2i8, 3i8, 4i8] 0i64 2i64 -9223372036854775808i64 2i64 -9223372036854775808i64 } error: out of bounds
-- input { [1i8, 2i8, 3i8, 4i8] 1i64 4611686018427387905i64 4i64 1i64 1i64 } error: out of bounds
-- input { [1i8, 2i8, 3i8, 4i8] 3i64 1i64 -9223372036854775808i64 3i64 -1i64 } output { [[4i8, 3i8, 2i8]] }
entry view (xs: []i8) (o: i64) (n: i64) (s: i64) (m: i64) (t: i64) =
  intrinsics.flat_index_2d xs o n s m t

-- ==
-- entry: update
-- input { [1i8, 2i8, 3i8, 4i8] -9223372036854775808i64 1i64 } output { [7i8, 7i8, 7i8, 4i8] }
-- input { [1i8, 2i8, 3i8, 4i8] 0i64 -9223372036854775808i64 } error: out of bounds
entry update (xs: *[]i8) (s: i64) (t: i64) =
  intrinsics.flat_update_2d xs 0 s t [[7, 7, 7]]

-- 2^32 * 2^32 is 0 as an i64.
-- ==
-- entry: rows
-- input { 2i64 2i64 [1, 2, 3, 4] } output { 2i64 4 }
-- input { 4294967296i64 4294967296i64 empty([0]i32) } error: Cannot unflatten
-- input { -1i64 -4i64 [1, 2, 3, 4] } error: Cannot unflatten
entry rows (n: i64) (m: i64) (xs: []i32) =
  let xss = unflatten (xs :> [n * m]i32)
  in (length xss, xss[1, 1])
