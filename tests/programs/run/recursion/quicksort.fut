-- Quicksort with filters: the sizes of the parts are known only at run time.
-- ==
-- input { [3, 1, 4, 1, 5, 9, 2, 6] } output { [1, 1, 2, 3, 4, 5, 6, 9] }
-- input { [2, 2, 2] } output { [2, 2, 2] }
-- input { empty([0]i32) } output { empty([0]i32) }
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let pivot = xs[n / 2]
       let (less, equal, greater) = partition2 (< pivot) (== pivot) xs
       in (quicksort less ++ equal ++ quicksort greater) :> [n]i32

def main (xs: []i32) : []i32 = quicksort xs
