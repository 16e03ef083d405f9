-- Only arrays are indexed.
def f (x: f32) = x[0]
