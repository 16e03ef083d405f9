-- A closure keeps the array as it was when a copy of it is updated.
-- ==
-- input { [1, 2] } output { 1 5 }
def main (xs: []i32) =
  let get () = xs[0]
  let ys = copy xs with [0] = 5
  in (get (), ys[0])
