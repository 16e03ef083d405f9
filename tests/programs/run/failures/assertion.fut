-- An assertion that does not hold shows its condition.
-- ==
-- input { 4 } output { 2 }
-- input { 3 } error: x % 2 == 0
def half (x: i32) : i32 = assert (x % 2 == 0) (x / 2)
def main (x: i32) : i32 = half x
