-- Several attributes, numbers and nested arguments.
def f (x: i32) = #[unsafe] #[opaque] x
def g (x: i32) = #[1] x
def h (#[range(0, max(3, 4))] x: i32) = x
