-- Rows whose places are found in an array, at indices that are found in another one. What is asked of memory ahead of
-- time must do no harm where an index is wrong, or where there is nothing.

def graph (n: i64) : [n][?]i32 =
  irregular.from_lengths (map (% 4) (iota n))
                         (opaque (map i32.i64 (iota (i64.sum (map (% 4) (iota n))))))

def row_sum [k] (row: [k]i32) : i32 = loop s = 0 for x in row do s + x

-- ==
-- entry: sums
-- input { 10i64 [3i64, 0i64, 9i64, 3i64] } output { [12, 0, 12, 12] }
-- input { 10i64 empty([0]i64) } output { empty([0]i32) }
-- input { 4i64 [3i64, 2i64, 1i64, 0i64, 3i64, 2i64, 1i64, 0i64, 3i64, 2i64, 1i64, 0i64, 3i64, 2i64, 1i64, 0i64, 3i64, 2i64, 1i64] }
-- output { [12, 3, 0, 0, 12, 3, 0, 0, 12, 3, 0, 0, 12, 3, 0, 0, 12, 3, 0] }
-- input { 4i64 [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, -1000000000000i64] }
-- error: Index \[-1000000000000\] out of bounds
-- input { 0i64 [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- error: Index \[0\] out of bounds
entry sums [m] (n: i64) (vs: [m]i64) : [m]i32 =
  let rows = graph n
  in map (\v -> i32.sum (filter (>= 0) rows[v])) vs

-- The same, many times over, beside what is known of the rows.
-- ==
-- entry: many
-- input { 1000i64 3001i64 } output { true }
-- input { 17i64 16i64 } output { true }
-- input { 1i64 40i64 } output { true }
entry many (n: i64) (m: i64) : bool =
  let vs = map (\i -> i * 7919 % n) (iota m)
  let first = scan (+) 0 (map (% 4) (iota n))
  let expected =
    map (\v ->
           let k = v % 4
           let start = first[v] - k
           in loop s = 0 for i < k do s + i32.i64 (start + i))
        vs
  let all = graph n
  let rows: [m][?]i32 = map (\v -> filter (>= 0) all[v]) vs
  in and (map2 (==) expected (sums n vs))
     && and (map2 (\e (r: []i32) -> row_sum r == e) expected rows)
