-- Iteration a number of times, until, and while.
-- ==
-- input { 5 3 } output { 40 160 80 }
-- input { 200 0 } output { 200 200 200 }
def main (x: i32) (n: i32) =
  (iterate n (* 2) x, iterate_until (> 100) (* 2) x, iterate_while (<= 50) (* 2) x)
