-- A function parameter with sizes.
def f [n] (g: [n]i32 -> i32) (xs: [n]i32) : i32 = g xs
def g 'a (mk: (k: i64) -> [k]a) : ([2]a, [3]a) = (mk 2, mk 3)
def a = g iota
def b = f i32.sum [1, 2, 3]
