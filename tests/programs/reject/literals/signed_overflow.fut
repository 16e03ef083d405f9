-- An i8 ends at 127.
def x : i8 = 128
