-- The attribute is known, its argument is not.
def f (xs: []i32) = #[flattening(only_iner)] map (+ 1) xs
