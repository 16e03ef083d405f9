-- A pipe passes unknown sizes on.
def f (xs: []i32) = xs |> filter (> 0) |> map (* 2) |> i32.sum
def g (xs: []i32) = xs |> filter (> 0) |> (\ys -> zip ys (indices ys))
