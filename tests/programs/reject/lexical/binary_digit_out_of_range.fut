-- Binary numbers have the digits 0 and 1.
def x = 0b12
