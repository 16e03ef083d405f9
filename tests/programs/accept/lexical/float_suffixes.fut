-- A float suffix makes a float of an integer, too.
def a : f16 = 1f16 + 1.5f16
def b : f32 = 1f32 + 1.5f32 + 1e3f32 + 0.5f32
def c : f64 = 1f64 + 1.5f64
def d : f32 = 0x1.8p3f32
