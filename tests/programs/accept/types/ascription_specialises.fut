-- An ascription can say more than was known.
def a = (\x -> x) : i32 -> i32
def b = map (\x -> (x : i64)) [1, 2]
def c (x: i64) = [] : [0]i64
