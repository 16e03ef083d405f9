-- Names of the prelude are not reserved.
def map (x: i32) = x + 1
def length = 3
def a = map length
def f (zip: i32) (iota: i32) = zip + iota
