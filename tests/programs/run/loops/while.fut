-- A while loop with a tuple, and one that never runs.
-- ==
-- input { 100 } output { 128 7 }
-- input { 0 } output { 1 0 }
def main (limit: i32) = loop (x, n) = (1i32, 0i32) while x < limit do (2 * x, n + 1)
