-- `filter` gives a count and the elements; `partition` runs its predicate once for each element.
entry main (xs: []i32) = (filter (> 0) xs, partition (\x -> x % 2 == 0) xs)
