-- Branches that give two arrays of different sizes and a number.
-- ==
-- input { true } output { [1, 2] [3, 4, 5] 6 }
-- input { false } output { empty([0]i32) [9] 8 }
def main (p: bool) : ([]i32, []i32, i32) =
  if p then ([1, 2], [3, 4, 5], 6) else ([], [9], 8)
