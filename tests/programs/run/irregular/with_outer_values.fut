-- Values of the outer level are used in the rows.
-- ==
-- input { [10, 20, 30] [[1, 2], [], [3]] } output { [[11, 12], [], [33]] }
def main [n] (ys: [n]i32) (xss: [n][?]i32) : [n][?]i32 = map2 (\y row -> map (+ y) row) ys xss
