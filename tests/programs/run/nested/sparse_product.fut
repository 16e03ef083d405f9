-- The product of two sparse matrices. For each row, the rows of the second matrix that its entries ask for are put
-- together, sorted by column, and entries of the same column are added up. Expected values are from sums in tables, in
-- another language.
-- ==
-- input { empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { [[], []] [[], []] [[1i64]] [[2i64]] } output { [[], []] [[], []] }
-- input { [[3i64, 5i64], [], [0i64, 1i64, 3i64, 5i64], [4i64]] [[1i64, 7i64], [], [7i64, 1i64, 2i64, 2i64], [2i64]]
-- [[1i64, 2i64, 3i64], [5i64], [], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64], [0i64, 2i64], [1i64, 3i64]]
-- [[1i64, 4i64, 2i64], [8i64], [], [8i64, 5i64, 1i64, 6i64, 5i64, 3i64, 4i64, 3i64], [6i64, 8i64], [8i64, 4i64]] }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64], [], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64],
-- [0i64, 2i64]] [[8i64, 61i64, 1i64, 34i64, 5i64, 3i64, 4i64, 3i64], [], [16i64, 33i64, 30i64, 34i64, 10i64, 14i64,
-- 8i64, 6i64], [12i64, 16i64]] }
def sort [n] (ps: [n](i64, i64)) : [n](i64, i64) =
  if n < 2
  then ps
  else let pivot = ps[n / 2].0
       let (less, equal, greater) = partition2 (\p -> p.0 < pivot) (\p -> p.0 == pivot) ps
       in (sort less ++ equal ++ sort greater) :> [n](i64, i64)

def combine [n] (ps: [n](i64, i64)) : [](i64, i64) =
  let sorted = sort ps
  let firsts = filter (\i -> i == 0 || sorted[i - 1].0 != sorted[i].0) (iota n)
  let ends = map (\k -> if k + 1 < length firsts then firsts[k + 1] else n) (indices firsts)
  in map2 (\first end -> (sorted[first].0, i64.sum (map (.1) sorted[first:end]))) firsts ends

entry main [n] [m]
           (a_columns: [n][?]i64)
           (a_values: [n][?]i64)
           (b_columns: [m][?]i64)
           (b_values: [m][?]i64)
    : ([n][?]i64, [n][?]i64) =
  let a = irregular.zip a_columns a_values
  let b = irregular.zip b_columns b_values
  let scaled (column: i64, value: i64) : [](i64, i64) = map (\(c, v) -> (c, value * v)) b[column]
  let result: [n][?](i64, i64) =
    map (\row -> combine (irregular.flatten (map scaled row : [][?](i64, i64)))) a
  in irregular.unzip result
