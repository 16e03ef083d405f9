-- It has a new name.
def f (xs: []i32) = #[incremental_flattening(only_inner)] map (+ 1) xs
