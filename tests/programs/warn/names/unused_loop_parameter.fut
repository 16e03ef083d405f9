-- A loop that forgets.
def f (n: i32) = loop x = 1i32 for i < n do i
