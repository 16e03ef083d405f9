-- Lifting a function of a number and an array to one for all rows: scalar and irregular argument, scalar result.
-- Checklist: 13, 20.
-- ==
-- input { [10, 20, 30] [[1, 2], [], [3]] } output { [13, 20, 33] [8, 5, 8] }
#[noinline]
def plus_sum (n: i32, xs: []i32) : i32 = n + reduce (+) 0 xs

def main [w] (ns: [w]i32) (xss: [w][?]i32) =
  (map2 (\n xs -> plus_sum (n, xs)) ns xss, map (\xs -> plus_sum (5, xs)) xss)
