-- A type where a size is expected.
type vec [n] = [n]i32
def f (v: vec i32) = v
