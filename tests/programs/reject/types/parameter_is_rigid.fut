-- A declared type parameter stands for any type, not for a particular one.
def f 'a (x: a) : i32 = x
