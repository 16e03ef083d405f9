-- Attributes before expressions, patterns and declarations.
#[inline]
def f (x: i32) = #[unsafe] x + 1
#[noinline] def g (x: i32) = x
def h (#[note] x: i32) = x
def i (xs: []i32) = #[sequential] map (+ 1) xs
