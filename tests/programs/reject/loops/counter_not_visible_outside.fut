-- The counter is known in the body only.
def f (n: i32) = (loop x = 0 for i < n do x + i) + i
