-- A recursive call is at the same types.
def f 'a 'b (x: a) (y: b) (n: i32) : i32 = if n == 0 then 0 else f y x (n - 1)
