-- Something expensive for the first element of a chunk, and something cheap for all others: a scan that starts there. No array
-- as long as the input or as a chunk is made.
-- Checklist: 112, 117, 119.
-- ==
-- entry: with_scan with_loop with_scan_in_map
-- input { 0i64 } output { 0i64 }
-- input { 1i64 } output { 7i64 }
-- input { 20i64 } output { 2610i64 }
-- input { 1000i64 } output { 332840500i64 }

-- i * i + 7, of which the difference to the next one is 2 * i + 1.
def direct (i: i64) : i64 = i * i + 7

entry with_scan (n: i64) =
  reduce (+)
         0
         (stream_map (\k (is: [k]i64) ->
                        let a = direct is[0]
                        let steps = map (\i -> if i == is[0] then 0 else 2 * i - 1) is
                        in map (+ a) (scan (+) 0 steps))
                     (iota n))

entry with_loop (n: i64) =
  i64.sum (stream_map (\k (is: [k]i64) ->
                         let (_, out) =
                           loop (value, out) = (direct is[0], replicate k 0) for j < k do
                             (value + 2 * is[j] + 1, out with [j] = value)
                         in out)
                      (iota n))

entry with_scan_in_map (n: i64) =
  (map (\m ->
          (stream_red (+)
                      (\k sum (is: [k]i64) ->
                         let a = direct is[0]
                         let steps = map (\i -> if i == is[0] then 0 else 2 * i - 1) is
                         let values = map (+ a) (scan (+) 0 steps)
                         in (sum + reduce (+) 0 values, is))
                      0
                      (iota m)).0)
       [n, n / 2])[0]
