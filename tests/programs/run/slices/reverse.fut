-- A slice with only a step of -1 reverses, twice gives the array back.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 1] [1, 2, 3] [3, 1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }
def main (xs: []i32) = (xs[::-1], xs[::-1][::-1], xs[::-2])
