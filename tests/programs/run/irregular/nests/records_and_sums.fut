-- Rows of records, of tuples with arrays, of values of a sum type, and records of arrays of rows.
-- Checklist: 15, 48, 50.
-- ==
-- entry: particles
-- input { empty([0][?]i64) empty([0][?]i64) } output { empty([0]i64) empty([0]i64) }
-- input { [[], []] [[], []] } output { [0i64, 0i64] [0i64, 0i64] }
-- input { [[1i64, 2i64], [], [3i64]] [[5i64, 7i64], [], [1i64]] } output { [4i64, 0i64, 0i64] [-2i64, 0i64, 0i64] }

-- ==
-- entry: with_vectors
-- input { empty([0][?]i32) } output { empty([0][?]i32) empty([0][?][2]i32) }
-- input { [[], [], []] } output { [[], [], []] empty([3][?: 0, 0, 0][2]i32) }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] }
-- output { [[3, -1, 2], [], [5], [], [0, 7]] [[[2, 4], [-2, 0], [1, 3]], [], [[4, 6]], [], [[-1, 1], [6, 8]]] }

-- ==
-- entry: tokens
-- input { empty([0][?]i32) } output { empty([0]i64) empty([0]i32) empty([0][?]i32) }
-- input { [[], [], []] } output { [0i64, 0i64, 0i64] [0, 0, 0] [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] }
-- output { [2i64, 0i64, 1i64, 0i64, 1i64] [1005, 0, 5, 0, 107] [[1000], [], [], [], [100]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [1i64, 24i64, 0i64, 1i64] [4, 15504, 0, 9] [[], [1000, 1000, 1000, 1000, 1000, 1000, 100, 1000, 1000, 1000,
-- 1000, 1000, 1000, 1000, 1000, 1000], [], []] }

-- ==
-- entry: tables
-- input { empty([0][?]i32) } output { empty([0]i64) empty([0][?]i32) }
-- input { [[], [], []] } output { [0i64, 0i64, 0i64] [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] }
-- output { [3i64, 0i64, 1i64, 0i64, 2i64] [[3, -1, 2, 3, -1, 2], [], [5, 5], [], [0, 7, 0, 7]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [1i64, 40i64, 0i64, 1i64] [[4, 4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0,
-- -16, 21, 5, -11, 26, 10, -6, 31, 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3, -9, 28, 12, -4, -20,
-- 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31, 15, -1, -17, 20, 4, -12, 25, 9, -7,
-- 30, 14, -2, -18, 19, 3], [], [9, 9]] }
type particle = {mass: i64, at: (i64, i64)}

-- The momentum about the first particle of each row.
entry particles [n] (masses: [n][?]i64) (xs: [n][?]i64) : [n](i64, i64) =
  let rows: [n][?]particle =
    map (map (\(m, x) -> {mass = m, at = (x, m - x)})) (irregular.zip masses xs)
  in map (\row ->
            if null row
            then (0, 0)
            else let (cx, cy) = row[0].at
                 let moments = map (\p -> (p.mass * (p.at.0 - cx), p.mass * (p.at.1 - cy))) row
                 in reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) moments) rows

entry with_vectors [n] (xss: [n][?]i32) : ([n][?]i32, [n][?][2]i32) =
  irregular.unzip (map (\xs -> map (\x -> (x, [x - 1, x + 1])) xs) xss)

type token = #number i32 | #plus | #times

entry tokens [n] (xss: [n][?]i32) : ([n]i64, [n]i32, [n][?]i32) =
  let rows: [n][?]token =
    map (map (\x -> if x == 0 then #plus else if x < 0 then #times else #number x)) xss
  let is_number (t: token) = match t case #number _ -> true case _ -> false
  let value (t: token) = match t case #number x -> x case #plus -> 100 case #times -> 1000
  in ( map (\row -> length (filter is_number row)) rows
     , map (\row -> i32.sum (map value row)) rows
     , map (\row -> map value (filter (\t -> !(is_number t)) row)) rows
     )

type table [n] = {keys: [n]i64, values: [n][?]i32}
def doubled [n] (t: table [n]) : table [n] = t with values = map (\xs -> xs ++ xs) t.values

entry tables [n] (xss: [n][?]i32) : ([n]i64, [n][?]i32) =
  let t: table [n] = doubled {keys = map length xss, values = xss}
  in (map2 (\k xs -> length xs - k) t.keys t.values, t.values)
