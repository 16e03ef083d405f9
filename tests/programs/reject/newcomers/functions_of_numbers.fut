-- They are in the modules of the number types.
def larger (x: i32) (y: i32) = max x y

def total (xs: []f32) = sum xs

def root (x: f64) = sqrt (x * x)

def bits (x: i32) = popc x

def circle (r: f32) = 2 * pi * r
