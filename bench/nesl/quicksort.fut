-- Quicksort by recursion in both parts.
-- ==
-- input { [3i64, 1i64, 4i64, 1i64, 5i64, 9i64, 2i64, 6i64] } output { [1i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 9i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
def quicksort [n] (v: [n]i64) : []i64 =
  if n < 2
  then v
  else let pivot = v[n / 2]
       let less = filter (< pivot) v
       let same = filter (== pivot) v
       let more = filter (> pivot) v
       in quicksort less ++ same ++ quicksort more

entry main (v: []i64) : []i64 = quicksort v
