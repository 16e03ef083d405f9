-- The lowest number divided by -1 wraps around and does not stop the program.
-- ==
-- input { [-2147483648, 7] } output { [-2147483648, -7] [0, 0] }
def main (xs: []i32) = (map (/ (-1)) xs, map (% (-1)) xs)
