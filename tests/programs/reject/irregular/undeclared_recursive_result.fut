def quicksort (xs: []i64) =
  if length xs <= 1 then xs
  else let p = xs[0]
       in quicksort (filter (< p) xs) ++ filter (== p) xs ++ quicksort (filter (> p) xs)
