-- Sequences of different lengths, made by loops that append.
-- ==
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
-- input { [1i64] [2i64, 1i64] }
-- output { [[1i64]] [1i64, 0i64] }
-- input { [6i64, 1i64, 7i64, 2i64, 9i64] [0i64, 5i64, 20i64] }
-- output { [[6i64, 3i64, 10i64, 5i64, 16i64, 8i64, 4i64, 2i64, 1i64], [1i64], [7i64, 22i64, 11i64, 34i64, 17i64,
-- 52i64, 26i64, 13i64, 40i64, 20i64, 10i64, 5i64, 16i64, 8i64, 4i64, 2i64, 1i64], [2i64, 1i64], [9i64, 28i64, 14i64,
-- 7i64, 22i64, 11i64, 34i64, 17i64, 52i64, 26i64, 13i64, 40i64, 20i64, 10i64, 5i64, 16i64, 8i64, 4i64, 2i64, 1i64]]
-- [0i64, 13i64, 36i64] }
-- input { [27i64] [100i64] }
-- output { [[27i64, 82i64, 41i64, 124i64, 62i64, 31i64, 94i64, 47i64, 142i64, 71i64, 214i64, 107i64, 322i64, 161i64,
-- 484i64, 242i64, 121i64, 364i64, 182i64, 91i64, 274i64, 137i64, 412i64, 206i64, 103i64, 310i64, 155i64, 466i64,
-- 233i64, 700i64, 350i64, 175i64, 526i64, 263i64, 790i64, 395i64, 1186i64, 593i64, 1780i64, 890i64, 445i64, 1336i64,
-- 668i64, 334i64, 167i64, 502i64, 251i64, 754i64, 377i64, 1132i64, 566i64, 283i64, 850i64, 425i64, 1276i64, 638i64,
-- 319i64, 958i64, 479i64, 1438i64, 719i64, 2158i64, 1079i64, 3238i64, 1619i64, 4858i64, 2429i64, 7288i64, 3644i64,
-- 1822i64, 911i64, 2734i64, 1367i64, 4102i64, 2051i64, 6154i64, 3077i64, 9232i64, 4616i64, 2308i64, 1154i64, 577i64,
-- 1732i64, 866i64, 433i64, 1300i64, 650i64, 325i64, 976i64, 488i64, 244i64, 122i64, 61i64, 184i64, 92i64, 46i64,
-- 23i64, 70i64, 35i64, 106i64, 53i64, 160i64, 80i64, 40i64, 20i64, 10i64, 5i64, 16i64, 8i64, 4i64, 2i64, 1i64]]
-- [26i64] }

-- The sequence of each number, down to 1, as a row.
def sequence (start: i64) : []i64 =
  (loop (xs: []i64, x) = ([start], start) while x > 1 do
     let x = if x % 2 == 0 then x / 2 else 3 * x + 1
     in (xs ++ [x], x)).0

-- How many of all those numbers there are below each bound.
entry main [n] (starts: [n]i64) (bounds: []i64) : ([n][?]i64, []i64) =
  let rows: [n][?]i64 = map sequence starts
  in (rows, map (\b -> i64.sum (map (\row -> i64.sum (map (\x -> i64.bool (x < b)) row)) rows)) bounds)
