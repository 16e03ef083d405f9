-- All primitive types, and conversions between them.
def a : i8 = i8.i32 1
def b : i16 = i16.i8 a
def c : i32 = i32.i16 b
def d : i64 = i64.i32 c
def e : u8 = u8.i64 d
def f : u16 = u16.u8 e
def g : u32 = u32.u16 f
def h : u64 = u64.u32 g
def i : f16 = f16.u64 h
def j : f32 = f32.f16 i
def k : f64 = f64.f32 j
def l : bool = bool.i32 c
