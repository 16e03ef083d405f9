-- Quicksort of one array, by recursion in both parts.
-- ==
-- nobench input { [3, 1, 4, 1, 5, 9, 2, 6, 5, 3] } output { [1, 1, 2, 3, 3, 4, 5, 5, 6, 9] }
-- nobench input { empty([0]i32) } output { empty([0]i32) }
-- compiled random input { [4194304]i32 }
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let pivot = xs[n / 2]
       let (less, equal, greater) = partition2 (< pivot) (== pivot) xs
       in (quicksort less ++ equal ++ quicksort greater) :> [n]i32

entry main [n] (xs: [n]i32) : [n]i32 = quicksort xs
