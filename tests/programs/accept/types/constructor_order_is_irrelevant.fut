-- Sums are equal whatever the order of their constructors.
def f (x: #a | #b i32) : #b i32 | #a = x
