-- `:>` is a check, and a coercion that waits for it; a coercion to what is known is nothing.
entry main [n] [m] (xs: [n][m]f32) (k: i64) =
  let square = xs :> [k][k]f32
  let same = square :> [k][k]f32
  in same[0, 0]
