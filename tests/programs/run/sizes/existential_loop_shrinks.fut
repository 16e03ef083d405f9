-- A loop that halves its array until one element is left.
-- ==
-- input { [1, 2, 3, 4, 5, 6, 7, 8] } output { 36 3 }
-- input { [5] } output { 5 0 }
def main (xs: []i32) =
  let (ys, rounds) =
    loop (ys, r) = (xs, 0i32) while length ys > 1 do
      let h = length ys / 2
      in (map2 (+) (take h ys) (sized h (drop h ys)), r + 1)
  in (ys[0], rounds)
