-- Names are defined without a module before them.
def i32.double (x: i32) = x + x
