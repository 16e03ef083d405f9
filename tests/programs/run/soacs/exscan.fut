-- The exclusive scan begins with the neutral element.
-- ==
-- input { [3, 1, 4] } output { [0, 3, 4] }
-- input { empty([0]i32) } output { empty([0]i32) }
def main (xs: []i32) = exscan (+) 0 xs
