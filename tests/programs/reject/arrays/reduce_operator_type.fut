-- The operator stays within one type.
def f (xs: []i32) = reduce (\(a: i32) (b: i32) -> a < b) true xs
