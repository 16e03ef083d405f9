-- A typing error here, too.
#[inlin] def f (x: i32) = x
