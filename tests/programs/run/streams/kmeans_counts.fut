-- Counting the points of each cluster: one after the other, as a reduction of one array for each point, and with an array for
-- each chunk.
-- Checklist: 116.
-- ==
-- entry: one_by_one all_increments by_chunks by_chunks_and_then_some
-- input { 3i64 empty([0]i64) } output { [0, 0, 0] }
-- input { 3i64 [0i64, 2i64, 1i64, 2i64, 2i64, 0i64, 2i64, 1i64] } output { [2, 2, 4] }
-- input { 1i64 [0i64, 0i64, 0i64] } output { [3] }

entry one_by_one [n] (k: i64) (membership: [n]i64) =
  loop counts = replicate k 0i32 for i < n do
    let cluster = membership[i]
    in counts with [cluster] = counts[cluster] + 1

entry all_increments [n] (k: i64) (membership: [n]i64) =
  let increments = map (\cluster -> replicate k 0i32 with [cluster] = 1) membership
  in reduce (map2 (+)) (replicate k 0) increments

entry by_chunks [n] (k: i64) (membership: [n]i64) =
  (stream_red (map2 (+))
              (\size (acc: *[k]i32) (chunk: [size]i64) ->
                 ( loop acc for i < size do
                     let cluster = chunk[i]
                     in acc with [cluster] = acc[cluster] + 1
                 , replicate size ()
                 ))
              (replicate k 0)
              membership).0

entry by_chunks_and_then_some [n] (k: i64) (membership: [n]i64) =
  let (counts, twice) =
    stream_red (map2 (+))
               (\size (acc: *[k]i32) (chunk: [size]i64) ->
                  ( loop acc for cluster in chunk do acc with [cluster] = acc[cluster] + 1
                  , map (* 2) chunk
                  ))
               (replicate k 0)
               membership
  in map2 (\c j -> c + i32.i64 (i64.sum twice) * 0 + j * 0) counts (map i32.i64 (iota k))
