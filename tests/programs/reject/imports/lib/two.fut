module m = import "../cycle"

def y : i32 = m.main
