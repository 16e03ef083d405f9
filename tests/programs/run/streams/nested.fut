-- Streams in maps, in loops, in branches and in each other.
-- ==
-- entry: in_map
-- input { [[1, 2, 3], [4, 5, 6]] } output { [6, 15] [[2, 4, 6], [8, 10, 12]] }

-- ==
-- entry: in_irregular_map
-- input { [2i64, 0i64, 3i64] } output { [1i64, 0i64, 3i64] }

-- ==
-- entry: in_stream
-- input { [[1, 2, 3], [4, 5, 6]] } output { 21 [6, 15] }

-- ==
-- entry: in_loop
-- input { 3 [1, 2, 3] } output { [8, 16, 24] }

-- ==
-- entry: in_branch
-- input { true [1, 2, 3] } output { [2, 3, 4] }
-- input { false [1, 2, 3] } output { [1, 3, 6] }

-- ==
-- entry: counts_of_rows
-- input { 3i64 [[0i64, 1i64, 1i64, 2i64], [2i64, 2i64, 2i64, 2i64]] } output { [[1, 2, 1], [0, 0, 4]] }

-- ==
-- entry: of_irregular_rows
-- input { [2i64, 0i64, 3i64] } output { 5i64 [1i64, 0i64, 3i64] }

entry in_map [n] [m] (xss: [n][m]i32) =
  map (\xs -> stream_red (+) (\_ sum chunk -> (sum + i32.sum chunk, map (* 2) chunk)) 0 xs) xss
  |> unzip

entry in_irregular_map [n] (ms: [n]i64) =
  map (\m -> reduce_stream (+) (\_ chunk -> i64.sum chunk) (iota m)) ms

entry in_stream [n] [m] (xss: [n][m]i32) =
  stream_red (+)
             (\_ sum chunk ->
                let sums = map (\xs -> (stream_seq (\_ s c -> (s + i32.sum c, c)) 0 xs).0) chunk
                in (sum + i32.sum sums, sums))
             0
             xss

entry in_loop [n] (times: i32) (xs: [n]i32) =
  loop xs for _i < times do stream_map (\_ chunk -> map (* 2) chunk) xs

entry in_branch [n] (c: bool) (xs: [n]i32) =
  if c
  then stream_map (\_ chunk -> map (+ 1) chunk) xs
  else
    (stream_seq (\k a (chunk: [k]i32) -> let ys = map (+ a) (scan (+) 0 chunk) in (ys[k - 1], ys))
                0
                xs).1

entry counts_of_rows [n] [m] (k: i64) (xss: [n][m]i64) =
  map (\xs ->
         (stream_red (map2 (+))
                     (\c (acc: *[k]i32) (chunk: [c]i64) ->
                        (loop acc for x in chunk do acc with [x] = acc[x] + 1, replicate c ()))
                     (replicate k 0)
                     xs).0)
      xss

entry of_irregular_rows [n] (ms: [n]i64) =
  let rows: [n][?]i64 = map iota ms
  in stream_red (+)
                (\k sum (chunk: [k][?]i64) ->
                   (sum + i64.sum (map (\row -> length row) chunk),
                    map (\row -> i64.sum row) chunk))
                0
                rows
