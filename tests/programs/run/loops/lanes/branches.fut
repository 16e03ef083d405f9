-- Branches that differ between elements, with loops inside, in loops, in both sides, and in matches.
-- ==
-- entry: sides
-- input { 75i64 }
-- entry: breaks
-- input { 75i64 }
-- entry: matched
-- input { 70i64 }
-- entry: none
-- input { 70i64 true }
-- input { 70i64 false }
def root (x: f64) : f64 = (loop (y, k) = (x, 0i32) while f64.abs (y * y - x) > 1e-9 && k < 60 do (0.5 * (y + x / y), k + 1)).0

entry sides (n: i64) : [n]bool =
  tabulate n (\i ->
                let x = f64.i64 i
                let r = if i % 3 == 0 then root x else if i % 3 == 1 then -x else root (x + 1) + root x
                in r > 3 && r < 9)

-- A flag ends the loop.
entry breaks (n: i64) : ([n]i64, [n]bool) =
  unzip (tabulate n (\i ->
                       let (k, found, _) =
                         loop (k, found, x) = (0i64, false, i) while !found && k < 20 do
                           if x % 17 == 5
                           then (k, true, x)
                           else (k + 1, x == 40, (x * 31 + 7) % 1000)
                       in (k, found)))

type shape = #square i32 | #line i32 i32 | #point

entry matched (n: i64) : [n]i32 =
  let shapes : [n]shape =
    tabulate n (\i ->
                  let k = i32.i64 i
                  in if k % 3 == 0 then #square k else if k % 3 == 1 then #line k (k % 5) else #point)
  in map (\s ->
            match s
            case #square a -> loop x = 1 for _i < a % 7 do x * 2 + a
            case #line a b -> (loop (x, y) = (a, b) while y > 0 do (x + y, y - 1)).0
            case #point -> -1)
         shapes

-- The same for all, and a loop inside that is not.
entry none (n: i64) (flag: bool) : [n]i32 =
  tabulate n (\i ->
                let x = i32.i64 i
                in if flag
                   then (loop (a, k) = (x, 0) while a > 0 do (a - 3, k + 1)).1
                   else loop k = x for _j < x % 4 do k * 2)
