-- Each function for chunks of arrays.

-- ==
-- entry: mapped
-- input { [1i32, 2i32, 3i32] }
-- output {
--   [2i32, 3i32, 4i32]
--   [2i32, 4i32, 6i32]
--   [3i32, 6i32, 9i32]
-- }
entry mapped (xs: []i32) =
  (stream_map (\_ chunk -> map (+ 1) chunk) xs, map_stream (\_ chunk -> map (* 2) chunk) xs,
   map_stream_per (\_ chunk -> map (* 3) chunk) xs)

-- ==
-- entry: reduced
-- input { [1i32, 2i32, 3i32] }
-- output {
--   6i32
--   [2i32, 4i32, 6i32]
--   16i32
--   [2i32, 4i32, 6i32]
--   6i32
--   6i32
-- }
-- input { empty([0]i32) }
-- output {
--   0i32
--   empty([0]i32)
--   10i32
--   empty([0]i32)
--   0i32
--   0i32
-- }
entry reduced (xs: []i32) =
  ((stream_red (+) (\_ sum chunk -> (sum + i32.sum chunk, map (* 2) chunk)) 0 xs,
    stream_seq (\_ sum chunk -> (sum + i32.sum chunk, map (* 2) chunk)) 10 xs),
   (reduce_stream (+) (\_ chunk -> i32.sum chunk) xs, reduce_stream_per (+) (\_ chunk -> i32.sum chunk) xs))
