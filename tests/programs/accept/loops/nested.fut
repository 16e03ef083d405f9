-- Loops in loops.
def f (n: i32) = loop s = 0 for i < n do s + (loop t = 0 for j < i do t + j)
def g (n: i64) =
  loop m = replicate n 0i64 for i < n do
    loop m = m for j < i do m with [j] = m[j] + i
