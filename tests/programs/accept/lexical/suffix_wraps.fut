-- A literal with a suffix wraps around instead of being an error: bit patterns are written so.
def a = 0xFFi8
def b = 0x80000000i32
def c = 0xFFFFFFFFFFFFFFFFi64
def d = -128i8
