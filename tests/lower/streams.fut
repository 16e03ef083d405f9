-- Streams: what is carried, and a chunk of each array. A chunk that is consumed is one of a copy.
entry main [n] (xs: [n](i32, f32)) (ys: [n]i32) =
  let (sum, zs) = stream_red (+) (\_ s chunk -> (s + i32.sum (map (.0) chunk), map (.1) chunk)) 0 xs
  let (last, ws) = stream_seq (\k _ (chunk: [k]i32) -> (chunk[k - 1], chunk)) 0 ys
  in (sum, zs, last, ws, stream_map (\k (chunk: *[k]i32) -> chunk with [0:k] = replicate k 0) ys)
