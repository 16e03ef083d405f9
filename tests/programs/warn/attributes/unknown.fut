-- A typing error.
def f (xs: []i32) = #[unsaef] xs[0]
