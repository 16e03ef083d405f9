-- The parallel operators of the prelude are those of CORE.
entry main [n] (xs: [n]f32) (is: [n]i64) =
  ( reduce (+) 0 xs
  , scan f32.max 0 xs
  , reduce_comm (\(a, i) (b, j) -> if a < b then (a, i) else (b, j)) (0, -1) (zip xs is)
  , hist (+) 0 10 is xs
  , scatter (replicate 10 0) is xs
  )
