-- Quicksort of one array, by recursion in both parts.
-- ==
-- nobench input { [3, 1, 4, 1, 5, 9, 2, 6, 5, 3] } output { [1, 1, 2, 3, 3, 4, 5, 5, 6, 9] }
-- nobench input { empty([0]i32) } output { empty([0]i32) }
-- compiled random input { [4194304]i32 }
def insertion_sort [n] (xs: *[n]i32) : *[n]i32 =
  loop xs for i < n do
    let x = xs[i]
    let (xs, j) =
      loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > x do
        let y = xs[j - 1]
        in (xs with [j] = y, j - 1)
    in xs with [j] = x

def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n <= 16
  then insertion_sort (copy xs)
  else let pivot = xs[n / 2]
       let less = filter (< pivot) xs
       let equal = filter (== pivot) xs
       let greater = filter (> pivot) xs
       in (quicksort less ++ equal ++ quicksort greater) :> [n]i32

entry main [n] (xs: [n]i32) : [n]i32 = quicksort xs
