-- An in-place update in a function with a unique parameter and result.
-- Checklist: 18.
-- ==
-- input { [1, 2, 3] 1 10 } output { [1, 12, 3] }
-- input { [1, 2, 3] 3 10 } error: out of bounds
def modify (a: *[]i32) (i: i32) (x: i32) : *[]i32 = a with [i] = a[i] + x
def main (a: *[]i32) (i: i32) (x: i32) = modify a i x
