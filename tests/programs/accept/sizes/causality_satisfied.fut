-- Sizes are known before they are needed.
def f [n] (g: [n]i32 -> [n]i32) (xs: [n]i32) = g xs
def a (ys: []i32) =
  let zs = filter (> 0) ys
  in f reverse zs
def b (xs: []i32) =
  let ys = filter (> 0) xs
  let empty : [][]i32 = [ys][:0]
  in length empty
