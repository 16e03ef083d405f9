-- Records can be compared.
def f (a: {x: i32, y: bool}) (b: {y: bool, x: i32}) = a == b
def g (a: (i32, f32)) = a == (1, 2)
