-- An integer literal can be of any number type.
def a : u8 = 1 + 2
def b : f32 = 1 + 2
def c (x: i64) = x * 2 - 1
def d (x: f32) = 2 * x / 3
def e = map (* 2) [1u16, 2]
