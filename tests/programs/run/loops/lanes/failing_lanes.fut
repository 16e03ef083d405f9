-- A check that fails for one element: the first one in order is reported, wherever in its loop that is.
-- ==
-- entry: index
-- input { 70i64 100i64 }
-- output { 7039i64 }
-- input { 70i64 60i64 } error: Index [[]60[]] out of bounds
-- entry: order
-- input { 70i64 90i64 90i64 } output { 3815i64 }
-- input { 70i64 40i64 10i64 } error: i != other
-- input { 70i64 10i64 40i64 } error: i != one
-- input { 70i64 66i64 67i64 } error: i != one
-- entry: division
-- input { 70i32 100i32 } output { 70i64 }
-- input { 70i32 33i32 } error: division by zero
-- entry: idle
-- input { 70i64 } output { 70i64 }
entry index (n: i64) (limit: i64) : i64 =
  let xs = iota limit
  in i64.sum (tabulate n (\i ->
                            (loop (s, k) = (0, i) while k > i - 3 && k >= 0 do (s + xs[k], k - 1)).0))

-- The later one fails in an earlier iteration.
entry order (n: i64) (one: i64) (other: i64) : i64 =
  i64.sum (tabulate n (\i ->
                         (loop (s, k) = (i, 0) while k < 20 do
                            (assert (i != one || k != 15) (assert (i != other || k != 3) (s + 1)), k + 1)).0))

entry division (n: i32) (bad: i32) : i64 =
  i64.sum (tabulate (i64.i32 n) (\i ->
                                   (loop (x, k) = (100, 0i32) while x > 0 && k < 5 do
                                      (x / (i32.i64 i - bad), k + 1)) |> \_ -> 1))

-- What has left its loop fails no more.
entry idle (n: i64) : i64 =
  let xs = iota 10
  in i64.sum (tabulate n (\i ->
                            (loop (k, ok) = (0, 1) while k < i % 10 do (xs[k] + 1, ok)).1))
