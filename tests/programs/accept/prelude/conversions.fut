-- From any number type to any other.
def a (x: i8) = f64.i8 x
def b (x: f16) = u64.f16 x
def c (x: bool) = i32.bool x
def d (x: f32) = i32.f32 x
def e (x: f32) = f32.to_bits x
def f (x: u32) = f32.from_bits x
def g (x: i32) = i32.to_i64 x
def h (x: i64) = u8.i64 x
