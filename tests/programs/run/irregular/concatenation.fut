-- Rows of two irregular arrays are joined pairwise.
-- ==
-- input { [[1], [2, 3]] [[4, 5], []] } output { [[1, 4, 5], [2, 3]] }
def main [n] (xss: [n][?]i32) (yss: [n][?]i32) : [n][?]i32 = map2 (\xs ys -> xs ++ ys) xss yss
