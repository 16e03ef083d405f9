-- The number wraps around.
def a = 256u8
def b = 200i8
def c = -200i8
