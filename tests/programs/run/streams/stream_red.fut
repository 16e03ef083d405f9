-- A function of chunks that gives a value and an array: values are combined, arrays put together.
-- Checklist: 109.
-- ==
-- entry: sum_and_doubles
-- input { empty([0]i32) } output { 0 empty([0]i32) }
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { 45 [2, 4, 6, 8, 10, 12, 14, 16, 18] }

-- ==
-- entry: not_commutative
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { 1 9 }

-- ==
-- entry: counts
-- input { 4i64 empty([0]i64) } output { [0, 0, 0, 0] }
-- input { 4i64 [0i64, 1i64, 3i64, 3i64, 3i64, 1i64, 0i64, 3i64, 3i64] } output { [2, 2, 0, 5] }

-- ==
-- entry: smallest_and_largest
-- input { [3, 1, 2] } output { 1 3 }

-- ==
-- entry: what_op_is_given
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { 45 }

-- ==
-- entry: longest_row
-- input { [3i64, 1i64, 2i64] } output { [0i64, 1i64, 2i64] }

entry sum_and_doubles [n] (xs: [n]i32) =
  stream_red (+) (\_ sum chunk -> (sum + i32.sum chunk, map (* 2) chunk)) 0 xs

-- First and last element, where -1 is that of no elements.
entry not_commutative [n] (xs: [n]i32) =
  let ends (a, b) (c, d) = (if a < 0 then c else a, if d < 0 then b else d)
  let ((first, last), _) =
    stream_red ends
               (\k acc (chunk: [k]i32) -> (ends acc (chunk[0], chunk[k - 1]), replicate k ()))
               (-1, -1)
               xs
  in (first, last)

entry counts [n] (k: i64) (xs: [n]i64) =
  let (counts, _) =
    stream_red (map2 (+))
               (\m (acc: *[k]i32) (chunk: [m]i64) ->
                  ( loop acc for x in chunk do acc with [x] = acc[x] + 1
                  , replicate m ()
                  ))
               (replicate k 0)
               xs
  in counts

entry smallest_and_largest [n] (xs: [n]i32) =
  let both (a, b) (c, d) = (i32.min a c, i32.max b d)
  let start = (i32.highest, i32.lowest)
  let ((a, b), _) =
    stream_red both
               (\_ acc chunk -> (both acc (i32.minimum chunk, i32.maximum chunk), chunk))
               start
               xs
  in (a, b)

-- The function is given the neutral element each time.
entry what_op_is_given [n] (xs: [n]i32) =
  (stream_red (+) (\_ acc chunk -> (if acc == 0 then i32.sum chunk else -1000, chunk)) 0 xs).0

-- What is combined has rows of any length: all is done in one chunk.
entry longest_row [n] (lengths: [n]i64) =
  let longer (a: [1][?]i64) (b: [1][?]i64) : [1][?]i64 = if length a[0] >= length b[0] then a else b
  let (rows, _) =
    stream_red longer
               (\k (acc: [1][?]i64) (chunk: [k]i64) ->
                  (loop best: [1][?]i64 = acc for m in chunk do longer best ([iota m] : [1][?]i64),
                   chunk))
               ([[]] : [1][?]i64)
               lengths
  in rows[0]
