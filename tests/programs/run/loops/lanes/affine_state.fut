-- What a loop carries begins with the index, so lanes differ by their number although one scalar is carried for all. What a
-- lane has when it leaves the loop counts its number in.

-- ==
-- entry: after
-- input { [false, true, false, false, true] } output { [1i64, 1i64, 4i64, 4i64, 4i64] }
entry after [n] (known: [n]bool) : [n]i64 =
  map (\i -> loop a = i while !known[a] do a + 1) (iota n)

-- ==
-- entry: before
-- input { [false, true, false, false, true] } output { [-1i64, -1i64, 1i64, 1i64, 1i64] }
entry before [n] (known: [n]bool) : [n]i64 =
  map (\i -> loop b = i - 1 while b >= 0 && !known[b] do b - 1) (iota n)

-- ==
-- entry: widest
-- input { [false, true, false, false, true] } output { 1i64 4i64 }
entry widest [n] (known: [n]bool) : (i64, i64) =
  let stretch i =
    let before = loop b = i - 1 while b >= 0 && !known[b] do b - 1
    let after = loop a = i while !known[a] do a + 1
    in (before, after)
  let wider (a, b) (c, d) : (i64, i64) = if d - c > b - a then (c, d) else (a, b)
  in reduce wider (-1, -1) (map stretch (iota n))
