-- The same with the chunk read in pieces: the accumulator carries the last element of the scan along.
-- ==
-- input { 12i64 } output { 650i64 650i64 }
def total (n: i64) (q: i64) : i64 =
  (loop (b, ay) = (0, 0) for start in 0..q..<n do
     let is = map (+ start) (iota q)
     let y = map (+ ay) (scan (+) 0 (map (\i -> 2 * i + 1) is))
     in (b + reduce (+) 0 y, last y)).0

def main (n: i64) = (total n 1, total n 4)
