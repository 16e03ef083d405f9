-- A parameter with `*` may be consumed: it is updated in place.
-- Checklist: 109.
def bump [n] (xs: *[n]i32) (i: i64): *[n]i32 =
  let old = xs[i]
  let xs = xs with [i] = old + 1
  let xs[0] = old
  in xs

entry main [n] (xs: *[n]i32) (i: i64) = bump xs i
