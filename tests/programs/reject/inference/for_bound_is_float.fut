-- A loop counts integers.
def f (x: f32) = loop y = 0 for i < x do y + 1
