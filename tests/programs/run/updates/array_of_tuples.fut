-- Updates of arrays of tuples and of arrays of arrays of records.
-- ==
-- input { [1, 2] [true, false] } output { [1, 5] [true, true] [[0f32], [2f32]] }
def main [n] (xs: [n]i32) (bs: [n]bool) =
  let ps = zip xs bs
  let ps[1] = (5, true)
  let rs = map (\x -> [{v = f32.i32 x}]) xs
  let rs[0, 0] = {v = 0}
  in (map (.0) ps, map (.1) ps, map (map (.v)) rs)
