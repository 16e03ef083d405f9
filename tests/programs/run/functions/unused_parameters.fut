-- Parameters of every kind that are not used.
-- ==
-- input { 7 [1, 2] true } output { 7 }
def first 'a 'b (x: i32) (_: a) (_: b -> b) (_: ()) : i32 = x
def main (x: i32) (xs: []i32) (b: bool) : i32 = first x xs (\y -> y && b) ()
