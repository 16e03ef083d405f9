-- Before declarations.
#[inline] def f (x: i32) = x
#[noinline]
def g (x: i32) = x
#[inline] #[noinline] def h (x: i32) = x
