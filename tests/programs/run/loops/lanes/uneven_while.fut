-- Loops of another length for each element: no element, fewer than a strip has, strips with a rest, and loops without an
-- iteration.
-- ==
-- entry: steps
-- input { 0i64 } output { empty([0]i32) }
-- input { 5i64 }
-- input { 64i64 }
-- input { 75i64 }
-- entry: narrow
-- input { 75i64 }
-- entry: totals
-- input { 1000i64 }
def collatz (x: i64) : (i64, i32) =
  loop (y, k) = (x, 0) while y > 1 do
    (if y % 2 == 0 then y / 2 else 3 * y + 1, k + 1)

entry steps (n: i64) : [n]i32 = tabulate n (\i -> (collatz i).1)

-- 32 bits, and both parts of the state are given.
entry narrow (n: i64) : ([n]u32, [n]i32) =
  unzip (tabulate n (\i ->
                       loop (y, k) = (u32.i64 i * 7, 0i32) while y > 3 && k < 40 do
                         (if y % 3 == 0 then y / 3 else 2 * y + 1, k + 1)))

entry totals (n: i64) : (i32, i32, i64) =
  let ks = tabulate n (\i -> (collatz i).1)
  in (i32.sum ks, i32.maximum ks, i64.sum (map (\k -> (collatz (i64.i32 k)).0) ks))
