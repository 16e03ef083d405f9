-- An annotation says that the size stays.
def f [n] (xs: [n]i32) : [n]i32 = loop (ys: [n]i32) = xs for i < 3 do map (+ i) ys
def g [n] (xs: [n]i32) : [n]i32 =
  loop (ys: [n]i32) = xs for _i < 3i32 do filter (> 0) ys :> [n]i32
