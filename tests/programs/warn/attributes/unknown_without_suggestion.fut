-- Nothing similar is known.
def f (x: i32) = #[frobnicate] x
