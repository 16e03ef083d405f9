-- A recursive function called for every row.
-- ==
-- input { [[3, 1, 2], [], [5, 4], [7]] } output { [[1, 2, 3], [], [4, 5], [7]] }
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let p = xs[0]
       let (less, equal, greater) = partition2 (< p) (== p) xs
       in (quicksort less ++ equal ++ quicksort greater) :> [n]i32

def main [n] (xss: [n][?]i32) : [n][?]i32 = map quicksort xss
