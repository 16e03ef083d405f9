-- Irregular arrays from and to functions of a NESL program, which are also called in maps, folds and loops.
-- ==
-- entry: sums
-- input { [[1i64, 2i64], [], [3i64]] } output { [3i64, 0i64, 3i64] }

-- ==
-- entry: sums_of_matrix
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [3i64, 7i64] }

-- ==
-- entry: scaled
-- input { [[1.0f64, 2.0f64], [], [3.0f64]] [2.0f64, 3.0f64, 4.0f64] } output { [[2.0f64, 4.0f64], [], [12.0f64]] }

-- ==
-- entry: scaled_matrix
-- input { [[1.0f64, 2.0f64], [3.0f64, 4.0f64]] [2.0f64, 3.0f64] } output { [[2.0f64, 4.0f64], [9.0f64, 12.0f64]] }

-- ==
-- entry: lengths
-- input { [97u8, 98u8, 32u8, 99u8] } output { [2i64, 1i64] }

-- ==
-- entry: sorted_rows
-- input { [[3i64, 1i64, 2i64], [], [5i64, 4i64]] } output { [[1i64, 2i64, 3i64], [], [4i64, 5i64]] }

-- ==
-- entry: all_divisors
-- input { 6i64 } output { [[1i64], [1i64, 2i64], [1i64, 3i64], [1i64, 2i64, 4i64], [1i64, 5i64], [1i64, 2i64, 3i64, 6i64]] }

-- ==
-- entry: digits
-- input { 12i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64] [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 2i64, 2i64] }

-- ==
-- entry: grown
-- input { 3i64 } output { [1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }

-- ==
-- entry: in_place
-- input { [3i64, 1i64, 2i64] } output { [100i64, 2i64, 3i64] [3i64, 1i64, 2i64] }

-- ==
-- entry: constant_in_place
-- input { 1i64 } output { [1i64, 3i64, 5i64, 7i64] [2i64, 3i64, 5i64, 7i64] }

-- ==
-- entry: unchecked
-- input { [6i64, 7i64] } output { [3i64, 3i64] }

-- ==
-- entry: folded
-- input { [1i64, 2i64, 3i64] } output { 14i64 }

import "lib/tools.nesl"

entry sums [n] (rows: [n][?]i64) : []i64 = row_sums rows
entry sums_of_matrix [n] [m] (rows: [n][m]i64) : []i64 = row_sums rows

entry scaled [n] (rows: [n][?]f64) (scales: [n]f64) : [n][?]f64 =
  row_products (rows, scales) :> [n][?]f64

entry scaled_matrix [n] [m] (rows: [n][m]f64) (scales: [n]f64) : [n][m]f64 =
  row_products (rows, scales) :> [n][m]f64

entry lengths (text: []u8) : []i64 = map length (words text)
entry sorted_rows [n] (rows: [n][?]i64) : [n][?]i64 = map quicksort rows
entry all_divisors (n: i64) : [][?]i64 = map (\i -> divisors (i + 1)) (iota n)

entry digits (n: i64) : ([]i64, []i64) =
  let found = labelled n
  in (map (.0) found, map (\(_, text) -> length text) found)

entry grown (n: i64) : []i64 =
  loop v = [1] for _i < n do map (.0) (pairs (v ++ v, v ++ v))

entry in_place [n] (v: [n]i64) : ([n]i64, [n]i64) =
  let sorted = copy (quicksort v :> [n]i64)
  in (sorted with [0] = limit, v)

entry constant_in_place (n: i64) : ([]i64, []i64) =
  (some_primes n with [0] = n, copy small_primes)

entry unchecked [n] (v: [n]i64) : [n]i64 = map (\x -> #[unsafe] divide (x, 2)) v
entry folded [n] (v: [n]i64) : i64 = reduce (+) 0 (map square v)
