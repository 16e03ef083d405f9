-- Any integer can be written for a fraction.
def a : f32 = 16777217
def b : f64 = 123456789012345678901234567890
def c : f16 = 65504
def d : f32 = 0xFF
