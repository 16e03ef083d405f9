-- An u8 ends at 255.
def x : u8 = 256
