-- ! is for booleans and integers.
def f (x: f32) = !x
