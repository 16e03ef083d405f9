-- So has a parameter.
def f g = (g 1i32, g true)
