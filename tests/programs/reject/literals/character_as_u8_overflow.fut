-- The code point does not fit a byte.
def x : u8 = '€'
