-- A function of chunks, of which each gives as many elements as it is given. The chunk may be consumed, and consist of records,
-- tuples, rows and sums.
-- Checklist: 109.
-- ==
-- entry: plus_one
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { [2, 3, 4, 5, 6, 7, 8, 9, 10] }

-- ==
-- entry: in_place in_place_of_unique
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { [3, 6, 9, 12, 15, 18, 21, 24, 27] }

-- ==
-- entry: kept
-- input { [1, 2, 3] } output { [0, 0, 0] [1, 2, 3] }

-- ==
-- entry: of_pairs
-- input { [1, 2, 3] [1f32, 2f32, 4f32] } output { [1.5f32, 3f32, 5.5f32] [false, true, false] }

-- ==
-- entry: of_rows
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[2, 1], [4, 3], [6, 5]] }

-- ==
-- entry: of_sums
-- input { [1, 2, 3, 4] } output { [10, -2, 30, -4] }

-- ==
-- entry: inner_rows
-- input { 2i64 [1, 2, 3] } output { [[1, 2], [2, 3], [3, 4]] }

-- ==
-- entry: partly_applied
-- input { 10 [1, 2, 3] } output { [11, 12, 13] }

def chunk_plus [k] (d: i32) (_: i64) (chunk: [k]i32) : [k]i32 = map (+ d) chunk

entry plus_one [n] (xs: [n]i32) = stream_map (\_ chunk -> map (+ 1) chunk) xs

def triple (k: i64) (chunk: *[k]i32) : *[k]i32 =
  loop chunk for i < k do chunk with [i] = chunk[i] * 3

entry in_place [n] (xs: [n]i32) = stream_map triple xs
entry in_place_of_unique [n] (xs: *[n]i32) : *[n]i32 = stream_map triple xs

entry kept [n] (xs: [n]i32) =
  let zeros = stream_map (\k (chunk: *[k]i32) -> chunk with [0:k] = replicate k 0) xs
  in (zeros, xs)

entry of_pairs [n] (xs: [n]i32) (ys: [n]f32) =
  zip xs ys
  |> stream_map (\_ chunk -> map (\(x, y) -> (f32.i32 x / 2 + y, x % 2 == 0)) chunk)
  |> unzip

entry of_rows [n] (xss: [n][2]i32) = stream_map (\_ chunk -> map reverse chunk) xss

entry of_sums [n] (xs: [n]i32) =
  let even x : #even i32 | #odd i32 = if x % 2 == 0 then #even x else #odd x
  let value s = match s case #even x -> -x case #odd x -> 10 * x
  in map even xs |> stream_map (\_ chunk -> map value chunk)

entry inner_rows [n] (m: i64) (xs: [n]i32) =
  stream_map (\_ chunk -> map (\x -> map (\i -> x + i32.i64 i) (iota m)) chunk) xs

entry partly_applied [n] (d: i32) (xs: [n]i32) =
  stream_map (\k (chunk: [k]i32) -> chunk_plus d k chunk) xs
