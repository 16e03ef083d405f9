-- How other languages write types.
type point = (x: i32, y: i32)

def vector (xs: Vec<i32>) : i32 = 0

def changed (r: {x: i32, y: i32}) = {r | x = 1}
