-- Expression attributes do nothing before a declaration.
#[unsafe] def f (xs: []i32) = xs[0]
