-- Every number type has a module.
def a = i8.abs (-1) + i8.max 1 2
def b = u16.num_bits
def c = f32.sqrt 2 + f32.pi + f32.exp 1
def d = f64.from_fraction 1 2
def e = i32.popc 7 + i32.clz 1 + i32.ctz 8
def f = i64.sum [1, 2] + i64.product [1, 2] + i64.maximum [1, 2] + i64.minimum [1, 2]
def g = (i32.highest, i32.lowest, f32.inf, f32.nan)
def h = bool.i32 1
def i = u8.sgn 3
def j = f32.isnan 1 || f32.isinf 2
def k = (f32.floor 1.5, f32.ceil 1.5, f32.round 1.5, f32.trunc 1.5)
def l = (f64.sin 1, f64.cos 1, f64.tan 1, f64.atan2 1 2, f64.log 2, f64.log2 2, f64.log10 2)
