-- As an f16 it becomes infinity.
def x : f16 = 100000.0
