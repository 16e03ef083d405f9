-- Loops in loops, of which each has another length for each element; `for` loops whose bounds differ, and some that do not.
-- ==
-- entry: whiles
-- input { 80i64 }
-- entry: fors
-- input { 70i64 }
-- entry: mixed
-- input { 40i64 5i64 }
-- entry: zero
-- input { 40i64 }
entry whiles (n: i64) : [n]i32 =
  tabulate n (\i ->
                let x = i32.i64 i
                in (loop (total, a) = (0, x) while a > 0 do
                      let (b, _) =
                        loop (b, c) = (0, a % 7) while c > 0 && b < 10 do
                          (b + c, c - 1 - b % 2)
                      in (total * 3 + b, a - 1 - b)).0)

entry fors (n: i64) : [n]i64 =
  tabulate n (\i ->
                loop s = 0 for j < i % 11 do
                  (loop t = s for k < j * (i % 3) do t + k * i + 1))

-- The loop in the middle is the same for all.
entry mixed (n: i64) (m: i64) : [n]f64 =
  tabulate n (\i ->
                (loop (s, k) = (0, i % 13) while k > 0 do
                   let s = loop s for j < m do s * 0.5 + f64.i64 (j * k)
                   in (s, k - 2)).0)

-- No iteration of the inner loop for some, none of the outer one for others.
entry zero (n: i64) : [n]i32 =
  tabulate n (\i ->
                loop s = 1000 for j < i32.i64 i - 35 do
                  (loop s for k < j - 2 do s - k - 1))
