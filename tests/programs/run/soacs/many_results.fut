-- One map with seven results of different shapes.
-- ==
-- input { [1, 2] } output { [1, 2] [2, 4] [[1], [2]] [true, false] [1f32, 2f32] [[[1, 1]], [[2, 2]]] [1i64, 2i64] }
def main (xs: []i32) =
  let rs = map (\x -> (x, 2 * x, [x], x == 1, (f32.i32 x, [[x, x]], i64.i32 x))) xs
  in ( map (.0) rs
     , map (.1) rs
     , map (.2) rs
     , map (.3) rs
     , map (.4.0) rs
     , map (.4.1) rs
     , map (.4.2) rs
     )
