-- Each integer type has a suffix.
def a : i8 = 1i8
def b : i16 = 0x1i16
def c : i32 = 0b1i32
def d : i64 = 1_0i64
def e : u8 = 1u8
def f : u16 = 0rXi16 |> u16.i16
def g : u32 = 1u32
def h : u64 = 1u64
