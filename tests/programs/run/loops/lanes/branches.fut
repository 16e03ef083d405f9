-- Branches that differ between elements, with loops inside, in loops, in both sides, and in matches.
-- ==
-- entry: sides
-- input { 75i64 }
-- output { [false, false, true, false, false, true, false, false, true, false, false, true, true, false, true,
-- true, false, true, true, false, false, true, false, false, true, false, false, true, false, false, true,
-- false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false,
-- false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false,
-- true, false, false, true, false, false, true, false, false, true, false, false] }
-- entry: breaks
-- input { 75i64 }
-- output { [6i64, 20i64, 19i64, 2i64, 20i64, 0i64, 20i64, 5i64, 20i64, 20i64, 20i64, 20i64, 1i64, 20i64, 18i64,
-- 20i64, 2i64, 4i64, 7i64, 20i64, 9i64, 16i64, 0i64, 6i64, 20i64, 15i64, 20i64, 9i64, 6i64, 1i64, 20i64, 20i64,
-- 11i64, 20i64, 20i64, 15i64, 20i64, 20i64, 20i64, 0i64, 1i64, 20i64, 9i64, 20i64, 14i64, 16i64, 2i64, 1i64,
-- 20i64, 8i64, 5i64, 6i64, 8i64, 12i64, 20i64, 8i64, 0i64, 20i64, 13i64, 2i64, 14i64, 20i64, 15i64, 4i64, 1i64,
-- 1i64, 13i64, 7i64, 20i64, 18i64, 20i64, 9i64, 10i64, 0i64, 13i64] [true, false, true, true, false, true,
-- false, true, false, false, false, false, true, false, true, false, true, true, true, false, true, true, true,
-- true, false, true, false, true, true, true, false, false, true, false, false, true, false, false, false, true,
-- true, false, true, false, true, true, true, true, false, true, true, true, true, true, false, true, true,
-- false, true, true, true, false, true, true, true, true, true, true, false, true, false, true, true, true,
-- true] }
-- entry: matched
-- input { 70i64 }
-- output { [1i32, 2i32, -1i32, 29i32, 14i32, -1i32, 442i32, 10i32, -1i32, 31i32, 10i32, -1i32, 404i32, 19i32,
-- -1i32, 17i32, 17i32, -1i32, 286i32, 29i32, -1i32, 1i32, 25i32, -1i32, 176i32, 25i32, -1i32, 1765i32, 34i32,
-- -1i32, 94i32, 32i32, -1i32, 1055i32, 44i32, -1i32, 38i32, 40i32, -1i32, 601i32, 40i32, -1i32, 1i32, 49i32,
-- -1i32, 323i32, 47i32, -1i32, 3088i32, 59i32, -1i32, 157i32, 55i32, -1i32, 1706i32, 55i32, -1i32, 59i32, 64i32,
-- -1i32, 916i32, 62i32, -1i32, 1i32, 74i32, -1i32, 470i32, 70i32, -1i32, 4411i32] }
-- entry: none
-- input { 70i64 true }
-- output { [0i32, 1i32, 1i32, 1i32, 2i32, 2i32, 2i32, 3i32, 3i32, 3i32, 4i32, 4i32, 4i32, 5i32, 5i32, 5i32,
-- 6i32, 6i32, 6i32, 7i32, 7i32, 7i32, 8i32, 8i32, 8i32, 9i32, 9i32, 9i32, 10i32, 10i32, 10i32, 11i32, 11i32,
-- 11i32, 12i32, 12i32, 12i32, 13i32, 13i32, 13i32, 14i32, 14i32, 14i32, 15i32, 15i32, 15i32, 16i32, 16i32,
-- 16i32, 17i32, 17i32, 17i32, 18i32, 18i32, 18i32, 19i32, 19i32, 19i32, 20i32, 20i32, 20i32, 21i32, 21i32,
-- 21i32, 22i32, 22i32, 22i32, 23i32, 23i32, 23i32] }
-- input { 70i64 false }
-- output { [0i32, 2i32, 8i32, 24i32, 4i32, 10i32, 24i32, 56i32, 8i32, 18i32, 40i32, 88i32, 12i32, 26i32, 56i32,
-- 120i32, 16i32, 34i32, 72i32, 152i32, 20i32, 42i32, 88i32, 184i32, 24i32, 50i32, 104i32, 216i32, 28i32, 58i32,
-- 120i32, 248i32, 32i32, 66i32, 136i32, 280i32, 36i32, 74i32, 152i32, 312i32, 40i32, 82i32, 168i32, 344i32,
-- 44i32, 90i32, 184i32, 376i32, 48i32, 98i32, 200i32, 408i32, 52i32, 106i32, 216i32, 440i32, 56i32, 114i32,
-- 232i32, 472i32, 60i32, 122i32, 248i32, 504i32, 64i32, 130i32, 264i32, 536i32, 68i32, 138i32] }
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
