-- Elements at places that differ: lists, searches, rows, and neighbours.
-- ==
-- entry: chase
-- input { 70i64 }
-- output { [30i64, 30i64, 30i64, 1i64, 30i64, 30i64, 30i64, 30i64, 30i64, 30i64, 1i64, 30i64, 30i64, 30i64,
-- 30i64, 30i64, 30i64, 1i64, 30i64, 30i64, 30i64, 30i64, 30i64, 30i64, 1i64, 30i64, 30i64, 30i64, 30i64, 30i64,
-- 30i64, 1i64, 30i64, 30i64, 30i64, 30i64, 30i64, 30i64, 1i64, 30i64, 30i64, 30i64, 30i64, 30i64, 30i64, 1i64,
-- 30i64, 30i64, 30i64, 30i64, 30i64, 30i64, 1i64, 30i64, 30i64, 30i64, 30i64, 30i64, 30i64, 1i64, 30i64, 30i64,
-- 30i64, 30i64, 30i64, 30i64, 1i64, 30i64, 30i64, 30i64] }
-- entry: search
-- input { 50i64 [1, 3, 4, 8, 9, 20, 33, 35, 36, 90] }
-- output { [0i64, 1i64, 2i64, 3i64, 3i64, 5i64, 5i64, 5i64, 5i64, 5i64, 5i64, 6i64, 6i64, 6i64, 6i64, 6i64,
-- 6i64, 7i64, 8i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64,
-- 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 9i64, 10i64, 10i64, 10i64, 10i64] }
-- entry: rows
-- input { 45i64 6i64 }
-- output { [141i32, 292i32, 0i32, 1i32, 17i32, 37i32, 53i32, 197i32, 389i32, 290i32, 141i32, 292i32, 0i32, 1i32,
-- 17i32, 37i32, 53i32, 197i32, 389i32, 290i32, 141i32, 292i32, 0i32, 1i32, 17i32, 37i32, 53i32, 197i32, 389i32,
-- 290i32, 141i32, 292i32, 0i32, 1i32, 17i32, 37i32, 53i32, 197i32, 389i32, 290i32, 141i32, 292i32, 0i32, 1i32,
-- 17i32] }
-- entry: neighbours
-- input { [1u8, 0u8, 3u8, 2u8, 2u8, 9u8, 1u8, 0u8, 7u8, 1u8, 1u8, 4u8, 0u8, 0u8, 5u8, 6u8, 2u8, 8u8, 3u8, 1u8,
--           5u8, 1u8, 0u8, 3u8, 2u8, 2u8, 9u8, 1u8, 0u8, 7u8, 1u8, 1u8, 4u8, 0u8, 0u8, 5u8, 6u8, 2u8, 8u8, 3u8] }
-- output { [1u8, 0u8, 2u8, 1u8, 1u8, 9u8, 1u8, 0u8, 7u8, 1u8, 1u8, 4u8, 0u8, 0u8, 2u8, 3u8, 1u8, 4u8, 3u8, 1u8,
-- 5u8, 1u8, 0u8, 2u8, 1u8, 1u8, 9u8, 1u8, 0u8, 7u8, 1u8, 1u8, 4u8, 0u8, 0u8, 2u8, 3u8, 1u8, 4u8, 3u8] }
entry chase (n: i64) : [n]i64 =
  let next = tabulate n (\i -> if i % 7 == 3 then -1 else (i * 5 + 2) % n)
  in tabulate n (\i ->
                   (loop (at, k) = (i, 0) while at >= 0 && k < 30 do (next[at], k + 1)).1)

entry search [m] (n: i64) (xs: [m]i32) : [n]i64 =
  tabulate n (\i ->
                (loop (low, high) = (0, m) while low < high do
                   let middle = (low + high) / 2
                   in if xs[middle] < i32.i64 i * 2 then (middle + 1, high) else (low, middle)).0)

entry rows (n: i64) (m: i64) : [n]i32 =
  let xss = tabulate_2d n m (\i j -> i32.i64 ((i * 7 + j * 3) % 10))
  in map (\xs ->
            (loop (k, s) = (0, 0) while k < m && xs[k] != 4 do (k + 1, s * 2 + xs[k])).1)
         xss

-- Each looks at its right neighbour, if there is one, until it is at zero.
entry neighbours [n] (xs: [n]u8) : [n]u8 =
  tabulate n (\i ->
                (loop (x, k) = (xs[i], 0u8) while x > 0 && k < 9 do
                   (if i + 1 < n then x - u8.min x (xs[i + 1] / 2 + 1) else x - 1, k + 1)).1)
