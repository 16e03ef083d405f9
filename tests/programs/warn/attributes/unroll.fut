entry main (n: i64) (xs: []i32) =
  let a = #[unroll] loop a = 0 for i < n do a + xs[i]
  let b = #[unroll] loop b = 1 while b < a do b + b
  in #[unroll] loop c = b for i < 3 do c * xs[i]
