-- Letters, digits, underscores and apostrophes.
def x1 = 1
def x' = 2
def x'' = 3
def _x = 4
def camelCase = 5
def with_underscores_ = 6
def UPPER = 7
def i32x = 8
def lets = 9
def iff = 10
def sum_all = x1 + x' + x'' + camelCase + with_underscores_ + UPPER + i32x + lets + iff
