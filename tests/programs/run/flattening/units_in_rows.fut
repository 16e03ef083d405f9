-- Rows of values that hold nothing: only their lengths are there.
-- Checklist: 79.
-- ==
-- input { empty([0][?]i32) } output { empty([0]i64) empty([0]i64) empty([0][?]i32) }
-- input { [[], [], []] } output { [0i64, 0i64, 0i64] [0i64, 0i64, 0i64] [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] }
-- output { [3i64, 0i64, 1i64, 0i64, 2i64] [6i64, 0i64, 2i64, 0i64, 4i64] [[4, 0, 3], [], [6], [], [1, 8]] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [1i64, 40i64, 0i64, 1i64] [2i64, 80i64, 0i64, 2i64] [[5], [-8, 29, 13, -3, -19, 18, 2, -14, 23, 7, -9, 28,
-- 12, -4, 33, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31, 15, -1, -17, 20, 4], [],
-- [10]] }
entry main [n] (xss: [n][?]i32) : ([n]i64, [n]i64, [n][?]i32) =
  let rows: [n][?]() = map (map (\_ -> ())) xss
  let both: [n][?]((), i32) =
    map2 (\us xs -> zip (us :> [length xs]()) (xs :> [length xs]i32)) rows xss
  in ( map length rows
     , map (\us -> length (us ++ us)) rows
     , map (\ps -> map (\((), x) -> x + 1) ps) both
     )
