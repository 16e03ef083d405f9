-- Types in the pattern.
def f (n: i32) = loop (x: f32, k: i32) = (1, 0) for _i < n do (x / 2, k + 1)
