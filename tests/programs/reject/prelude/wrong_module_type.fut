-- i32.sum adds i32.
def f (xs: []f32) = i32.sum xs
