-- Quicksort of every row, for rows of any lengths.
-- ==
-- nobench input { [3i64, 0i64, 2i64] [3, 1, 2, 9, 8] } output { [1, 2, 3, 8, 9] }
-- nobench input { empty([0]i64) empty([0]i32) } output { empty([0]i32) }
-- "power law" compiled script input { data 100000i64 }
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

entry main [n] [m] (lengths: [n]i64) (xs: [m]i32) : []i32 =
  irregular.flatten (map quicksort (irregular.from_lengths lengths xs) : [n][?]i32)

entry data (n: i64) : ([n]i64, []i32) =
  let lengths = map (\i -> 400 / (1 + (i * 7919) % 211)) (iota n)
  in (lengths, map (\i -> i32.i64 (i * 1103515245 % 1000003)) (iota (i64.sum lengths)))
