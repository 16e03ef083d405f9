-- Checks of indices that grow evenly are made at both ends of a loop. Here some hold at both ends and not between, since
-- numbers wrap around.

def table : [10]i32 = map i32.i64 (iota 10)

-- ==
-- entry: flat
-- input { 10i64 1i64 0i64 } output { [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }
-- input { 4i64 -3i64 9i64 } output { [9, 6, 3, 0] }
-- input { 5i64 0i64 7i64 } output { [7, 7, 7, 7, 7] }
-- input { 0i64 5i64 77i64 } output { empty([0]i32) }
-- input { 5i64 2i64 2i64 } error: Index \[10\] out of bounds
-- input { 5i64 2i64 -1i64 } error: Index \[-1\] out of bounds
-- input { 5i64 4611686018427387904i64 3i64 } error: Index
-- input { 3i64 9223372036854775807i64 1i64 } error: Index \[-9223372036854775808\] out of bounds
entry flat (n: i64) (c: i64) (s: i64) : [n]i32 = map (\k -> table[k * c + s]) (iota n)

-- ==
-- entry: nested
-- input { 3i64 10i64 1i64 0i64 } output { [45, 47, 49] }
-- input { 2i64 4i64 -3i64 9i64 } output { [18, 20] }
-- input { 3i64 0i64 5i64 77i64 } output { [0, 2, 4] }
-- input { 70i64 5i64 2i64 2i64 } error: Index \[10\] out of bounds
-- input { 2i64 5i64 2i64 -1i64 } error: Index \[-1\] out of bounds
-- input { 70i64 5i64 4611686018427387904i64 3i64 } error: Index
-- input { 70i64 5i64 4611686018427387904i64 0i64 } error: Index
entry nested (rows: i64) (n: i64) (c: i64) (s: i64) : [rows]i32 =
  map (\i ->
         let taken = #[sequential] map (\k -> table[k * c + s]) (iota n)
         in i32.i64 (2 * i) + loop sum = 0 for x in taken do sum + x)
      (iota rows)
