-- Literals with suffix are never out of range.
def a = 257u8
def b = 0xFFFFFFFFi32
def c = -1u8
def d = 128i8
