-- The function runs for each chunk, and consumes what is not its own.
def main [n] (counts: *[n]i32) (xs: [n]i32) =
  stream_map (\k (chunk: [k]i32) ->
                let counts = counts with [0] = i32.i64 k
                in map (+ counts[0]) chunk)
             xs

-- Checklist: 115.
