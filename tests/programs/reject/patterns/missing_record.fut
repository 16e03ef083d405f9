-- Records show their fields.
def f (r: {on: bool, n: i32}) = match r case {on = true, n} -> n case {on = false, n = 0} -> 1
