-- There are no bit operators on fractions.
def f (x: f32) (y: f32) = x & y
