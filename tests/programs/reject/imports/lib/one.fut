import "two"

def x : i32 = y
