-- The names of streams in Futhark up to 0.22.
-- Checklist: 109.
-- ==
-- entry: mapped mapped_in_any_order
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { [2, 3, 4, 5, 6, 7, 8, 9, 10] }

-- ==
-- entry: reduced reduced_in_any_order
-- input { empty([0]i32) } output { 0 }
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { 45 }

-- ==
-- entry: counts
-- input { 3i64 [0i64, 1i64, 1i64, 2i64, 1i64, 1i64, 1i64, 0i64] } output { [2, 5, 1] }

entry mapped [n] (xs: [n]i32) = map_stream (\_ chunk -> map (+ 1) chunk) xs
entry mapped_in_any_order [n] (xs: [n]i32) = map_stream_per (\_ chunk -> map (+ 1) chunk) xs
entry reduced [n] (xs: [n]i32) = reduce_stream (+) (\_ chunk -> i32.sum chunk) xs
entry reduced_in_any_order [n] (xs: [n]i32) = reduce_stream_per (+) (\_ chunk -> i32.sum chunk) xs

entry counts [n] (k: i64) (xs: [n]i64) =
  reduce_stream_per (map2 (+))
                    (\_ chunk ->
                       loop acc = replicate k 0i32 for x in chunk do acc with [x] = acc[x] + 1)
                    xs
