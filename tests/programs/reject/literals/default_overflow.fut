-- Without hints a number is an i32.
def x = 3000000000
