-- Sorts in place by `qsort` of the C library, which overwrites the array that is consumed.
--
--   planish test --link sort.c sort.fut
--
-- Without --link the body sorts: it counts how many elements come before each.
-- ==
-- input { [3f32, 1f32, 2f32, 1f32] } output { [1f32, 1f32, 2f32, 3f32] }
-- input { empty([0]f32) } output { empty([0]f32) }
#[foreign(cpu, sort_floats)]
def sort [n] (xs: *[n]f32) : *[n]f32 =
  let place i x = i64.sum (map2 (\j y -> i64.bool (y < x || (y == x && j < i))) (iota n) xs)
  in scatter (replicate n 0) (map2 place (iota n) xs) xs

entry main (xs: []f32) : []f32 = sort (copy xs)
