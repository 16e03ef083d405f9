-- An irregular array is the state of a loop: every row grows at its own pace.
-- ==
-- input { [[1], [2, 2], []] 2 } output { [[1, 1, 1, 1], [2, 2, 2, 2, 2, 2, 2, 2], []] }
-- input { [[1], [2, 2], []] 0 } output { [[1], [2, 2], []] }
def double [n] (xss: [n][?]i32) : [n][?]i32 = map (\xs -> xs ++ xs) xss

def main [n] (xss: [n][?]i32) (k: i32) : [n][?]i32 =
  loop (yss: [n][?]i32) = xss for _i < k do double yss
