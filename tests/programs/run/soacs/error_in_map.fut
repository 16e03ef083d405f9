-- A failure inside of a map stops the program.
-- ==
-- input { [1, 2, 4] } output { [4, 2, 1] }
-- input { [1, 0, 4] } error: division by zero
def main (xs: []i32) : []i32 = map (4 /) xs
