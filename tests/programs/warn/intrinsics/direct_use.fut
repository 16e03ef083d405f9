-- For the prelude only.
def f (x: i32) = intrinsics.abs x
