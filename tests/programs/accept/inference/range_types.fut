-- All parts of a range have the same type.
def a : []i32 = 0..<10
def b (n: u8) = 0..<n
def c = 1i64..3..<10
