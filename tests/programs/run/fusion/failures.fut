-- The failure of the operator that comes first is reported, whatever the elements.
-- ==
-- entry: chain
-- input { [0i64, 1i64, 2i64, 9i64] [1, 0, 2] } error: out of bounds
-- input { [0i64, 1i64, 2i64, 2i64] [1, 0, 2] } error: division by zero
-- input { [0i64, 2i64, 2i64, 2i64] [1, 0, 2] } output { [12, 6, 6, 6] }
entry chain (is: []i64) (xs: []i32) = map (12 /) (map (\i -> xs[i]) is)

-- ==
-- entry: beside
-- input { [5, 0, 3] [7i64, 1i64, 2i64] } error: division by zero
-- input { [5, 1, 3] [7i64, 1i64, 2i64] } error: out of bounds
-- input { [5, 1, 3] [0i64, 1i64, 2i64] } output { [2, 12, 4] [5, 1, 3] }
entry beside [n] (xs: [n]i32) (is: [n]i64) =
  let ys = map (12 /) xs
  let zs = map (\i -> xs[i]) is
  in (ys, zs)

-- ==
-- entry: filtered
-- input { [5, 0, 3] [7i64, 1i64, 2i64] } error: division by zero
-- input { [5, 1, 3] [7i64, 1i64, 2i64] } error: out of bounds
-- input { [5, 1, 13] [0i64, 1i64, 2i64] } output { 6 }
entry filtered [n] (xs: [n]i32) (is: [n]i64) =
  let kept = filter (\(x, _) -> 12 / x > 0) (zip xs is)
  in i32.sum (map (\(_, i) -> xs[i]) kept)
