-- It has no effect like this.
def f (xs: []i32) = #[flattening] map (+ 1) xs
