-- Up to the largest of the type.
def a : f32 = 3.4e38
def b : f64 = 1.7e308
def c : f64 = 1e-400
def d : f32 = 1e-60
