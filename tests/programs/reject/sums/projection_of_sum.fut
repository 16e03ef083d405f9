-- A sum has no fields.
def f (x: #a i32 | #b i32) = x.0
