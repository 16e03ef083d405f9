-- In every iteration a copy of the same array is changed: iterations do not see each other.
-- ==
-- input { [1, 2, 3] } output { 13 }
def main (xs: []i32) : i32 =
  loop total = 0 for i < 2i64 do
    let ys = copy xs
    let ys[i] = 2
    in total + i32.sum ys
