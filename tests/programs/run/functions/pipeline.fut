-- A pipeline through unknown sizes.
-- ==
-- input { [5, -3, 8, 0, -1] } output { 2i64 [25, 64] }
-- input { [-1] } output { 0i64 empty([0]i32) }
def main (xs: []i32) =
  ( xs |> filter (> 0) |> map (* 2) |> filter (> 4) |> length
  , xs |> filter (> 0) |> map (\x -> x * x)
  )
