-- Spaces are needed only between words.
def f(x:i32)(y:i32):i32=x+y*x-y/x
def g=f(1)(2)
