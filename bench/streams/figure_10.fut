-- Something expensive for the first element of a chunk of an array, and something cheap for all others, which are reduced: no
-- array as long as the input or as a chunk is made.
-- ==
-- entry: main
-- input { 1000i64 } output { 332840500i64 }

def direct (i: i64) : i64 = i * i + 7

entry main (n: i64) : i64 =
  i64.sum (stream_map (\k (is: [k]i64) ->
                         let steps = map (\i -> if i == is[0] then 0 else 2 * i - 1) is
                         in map (+ direct is[0]) (scan (+) 0 steps))
                      (iota n))

-- What they are without chunks: each element for itself.
entry in_memory (n: i64) : i64 = i64.sum (map direct (iota n))
