-- Only one branch updates.
-- ==
-- input { true [1, 2] } output { [0, 2] }
-- input { false [1, 2] } output { [1, 2] }
def main (p: bool) (xs: *[]i32) : []i32 = if p then xs with [0] = 0 else xs
