-- The type of an overloaded function is found where it is defined: i32 here.
def double x = x + x
def f (x: f32) : f32 = double x
