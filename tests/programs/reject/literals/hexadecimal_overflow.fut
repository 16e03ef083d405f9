-- A bit pattern needs a suffix to wrap around.
def x : i32 = 0x80000000
