-- Records are equal whatever the order of their fields.
def f (r: {a: i32, b: bool}) = r.a
def x = f {b = true, a = 1}
def y : {b: bool, a: i32} = {a = 1, b = true}
