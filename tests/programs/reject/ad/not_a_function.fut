-- Only functions have derivatives.
def a = jvp 1.0 2.0 3.0
