-- A unique array goes through a function in every iteration.
-- ==
-- input { [3, 1, 2] 2 } output { [5, 1, 4] }
def bump [n] (xs: *[n]i32) (i: i64) : *[n]i32 = xs with [i] = xs[i] + 1

def main [n] (xs: [n]i32) (k: i32) : [n]i32 =
  loop ys = copy xs for _i < k do bump (bump ys 0) (n - 1)
