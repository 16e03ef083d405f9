-- Counting up from zero; the counter has the type of the bound.
def a (n: i32) = loop s = 0 for i < n do s + i
def b (n: i64) : i64 = loop s = 0 for i < n do s + i
def c (n: u8) : u8 = loop s = 1 for i < n do s * (i + 1)
def d (n: i64) (xs: []i32) = loop s = 0 for i < n do s + xs[i]
