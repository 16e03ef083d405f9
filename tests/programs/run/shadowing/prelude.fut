-- A program may redefine names and operators of the prelude.
-- ==
-- input { [1, 2, 3] } output { 3 [3, 2, 1] 13 }
def length 'a [n] (_: [n]a) : i32 = i32.i64 n
def map f xs = reverse (intrinsics.map f xs)
def (+) (x: i32) (y: i32) : i32 = 10 * x i32.+ y
def main (xs: []i32) = (length xs, map (\x -> x) xs, 1 + 3)
