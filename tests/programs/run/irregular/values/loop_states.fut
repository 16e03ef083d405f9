-- Irregular arrays as the state of loops, outside of maps and inside.
-- ==
-- entry: alone
-- input { 3i64 empty([0][?]i32) } output { empty([0][?]i32) }
-- input { 0i64 [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, -1, 2], [], [5], [], [0, 7]] }
-- input { 3i64 [[3, -1, 2], [], [5], [], [0, 7]] } output { [[2, 0, 2], [0, 2], [0, 2], [0, 2], [0, 0, 2]] }

-- ==
-- entry: inside
-- input { empty([0][?]i32) } output { empty([0][?][?]i32) }
-- input { [[], [], []] } output { [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[[3, -1], [2]], [], [[5]], [], [[0], [7]]] }

-- ==
-- entry: while_rows
-- input { empty([0][?]i32) } output { 0i64 0 }
-- input { [[], [], []] } output { 1i64 0 }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { 4i64 16 }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { 41i64 264 }
entry alone [n] (k: i64) (xss: [n][?]i32) : [n][?]i32 =
  loop rows: [n][?]i32 = xss for i < k do
    map (\xs -> filter (\x -> x % 2 == 0) xs ++ [i32.i64 i]) rows

-- Each row becomes rows of one element, which are appended to each other in pairs.
entry inside [n] (xss: [n][?]i32) : [n][?][?]i32 =
  map (\xs ->
         let start: [][?]i32 = map (\x -> [x]) xs
         in loop rows: [][?]i32 = start while length rows > 2 do
              map (\i ->
                     if 2 * i + 1 < length rows
                     then rows[2 * i] ++ rows[2 * i + 1]
                     else rows[2 * i])
                  (iota ((length rows + 1) / 2))) xss

-- Rows without elements are dropped, and all others lose their first one, until nothing is left: how often, and the sum
-- of what they lost.
entry while_rows [n] (xss: [n][?]i32) : (i64, i32) =
  let (k, total, _) =
    loop (k, total, rows: [][?]i32) = (0, 0, xss) while length rows > 0 do
      let kept: [][?]i32 = filter (\xs -> length xs > 0) rows
      in (k + 1, total + i32.sum (map (\xs -> xs[0]) kept), (map (\xs -> xs[1:]) kept : [][?]i32))
  in (k, total)
