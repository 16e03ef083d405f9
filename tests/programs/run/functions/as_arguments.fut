-- Functions passed to functions that pass them on.
-- ==
-- input { [1, 2, 3] } output { [4, 5, 6] 12 }
def apply_all [n] (f: i32 -> i32) (xs: [n]i32) : [n]i32 = map f xs
def three_times (f: i32 -> i32) (x: i32) : i32 = f (f (f x))

def main (xs: []i32) =
  let ys = apply_all (three_times (+ 1)) xs
  in (ys, three_times (three_times (+ 1)) xs[2])
