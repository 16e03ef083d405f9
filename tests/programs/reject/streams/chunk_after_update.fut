-- A chunk is used after it was updated in place.
def main [n] (xs: [n]i32) =
  stream_map (\k (chunk: *[k]i32) ->
                let first = chunk with [0] = 0
                in map2 (+) first chunk)
             xs
