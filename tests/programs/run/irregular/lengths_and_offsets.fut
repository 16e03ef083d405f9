-- Row lengths, where rows begin, and all elements.
-- Checklist: 1.
-- ==
-- input { [[1, 2], [], [3]] } output { [2i64, 0i64, 1i64] [0i64, 2i64, 2i64] [1, 2, 3] }
-- input { [[], []] } output { [0i64, 0i64] [0i64, 0i64] empty([0]i32) }
def main [n] (xss: [n][?]i32) =
  (irregular.lengths xss, irregular.offsets xss, irregular.flatten xss)
