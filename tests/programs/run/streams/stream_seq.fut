-- A function of chunks that is given what it gave for the chunk before.
-- Checklist: 109.
-- ==
-- entry: from_ten
-- input { empty([0]i32) } output { 10 empty([0]i32) }
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { 55 [2, 4, 6, 8, 10, 12, 14, 16, 18] }

-- ==
-- entry: prefixes
-- input { [1, 2, 3, 4, 5, 6, 7, 8, 9] } output { 45 [1, 3, 6, 10, 15, 21, 28, 36, 45] }

-- ==
-- entry: last_of_each
-- input { 3i64 [0i64, 1i64, 2i64, 0i64, 1i64, 0i64, 1i64, 1i64] } output { [5i64, 7i64, 2i64] [-1i64, -1i64, -1i64, 0i64, 1i64, 3i64, 4i64, 6i64] }

-- ==
-- entry: fibonacci
-- input { 10i64 } output { [1, 1, 2, 3, 5, 8, 13, 21, 34, 55] }

entry from_ten [n] (xs: [n]i32) =
  stream_seq (\_ sum chunk -> (sum + i32.sum chunk, map (* 2) chunk)) 10 xs

entry prefixes [n] (xs: [n]i32) =
  stream_seq (\k before (chunk: [k]i32) ->
                let sums = map (+ before) (scan (+) 0 chunk)
                in (sums[k - 1], sums))
             0
             xs

-- Where each element occurred last, and where it did before; the table is updated in place.
entry last_of_each [n] (k: i64) (xs: [n]i64) =
  stream_seq (\m (table: *[k]i64) (chunk: [m](i64, i64)) ->
                loop (table, before) = (table, replicate m 0) for i < m do
                  let (x, at) = chunk[i]
                  let before = before with [i] = table[x]
                  in (table with [x] = at, before))
             (replicate k (-1))
             (zip xs (iota n))

entry fibonacci (n: i64) =
  (stream_seq (\k (a, b) (chunk: [k]i64) ->
                 loop ((a, b), out) = ((a, b), replicate k 0) for i < length chunk do
                   ((b, a + b), out with [i] = b))
              (0i32, 1i32)
              (iota n)).1
