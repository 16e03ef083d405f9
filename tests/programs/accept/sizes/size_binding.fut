-- `let [n]` names the size of what is bound.
def f (xs: []i32) : i64 =
  let [k] (ys: [k]i32) = filter (> 0) xs
  in k + length ys
def g (xss: [][]i32) =
  let [n] [m] (yss: [n][m]i32) = map reverse xss
  in (n, m, yss)
