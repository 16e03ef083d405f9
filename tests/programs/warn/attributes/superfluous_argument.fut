-- It takes none.
def f (xs: []i32) = #[sequential(outer)] map (+ 1) xs
