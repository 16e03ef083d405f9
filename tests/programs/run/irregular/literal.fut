-- A literal with rows of different lengths, by annotation.
-- ==
-- input { } output { [[1, 2], [], [3]] }
def main : [3][?]i32 = [[1, 2], [], [3]]
