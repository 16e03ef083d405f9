-- A recursive function called for every element, with different depths.
-- ==
-- input { [1, 5, 0, 12] } output { [1, 3, 1, 4] }
def bits (x: i32) : i32 = if x < 2 then 1 else 1 + bits (x / 2)
def main (xs: []i32) : []i32 = map bits xs
