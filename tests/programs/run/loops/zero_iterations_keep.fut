-- A loop without iterations gives its initial values, arrays included.
-- ==
-- input { [1, 2] 0 } output { [1, 2] 5 }
-- input { [1, 2] -1 } output { [1, 2] 5 }
def main (xs: []i32) (n: i32) = loop (ys, k) = (xs, 5i32) for i < n do (map (+ i) ys, k / 0)
