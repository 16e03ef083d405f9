-- A function returns two functions that share what they capture.
-- ==
-- input { 3 [5, 6] } output { [8, 9] [15, 18] 11 }
def make (k: i32) (xs: []i32) : (i32 -> i32, i32 -> i32, i64 -> i32) =
  (\x -> x + k, \x -> x * k, \i -> xs[i] + xs[i - 1])

def main (k: i32) (xs: []i32) =
  let (plus, times, pair) = make k xs
  in (map plus xs, map times xs, pair 1)
