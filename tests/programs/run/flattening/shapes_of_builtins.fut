-- The lengths that functions give: those of the argument, its length as a number, numbers up to one, sums of lengths of
-- two rows and of all rows, and lengths that only a filter knows.
-- Checklist: 34, 35, 38, 99, 100.
-- ==
-- entry: of_all
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) 0i64 empty([0]i64) }
-- input { [[], [], []] }
-- output { [0i64, 0i64, 0i64] [[], [], []] [[], [], []] [[], [], []] [[], [], []] 0i64 [0i64, 0i64, 0i64] }
-- input { [[3i64, -1i64, 2i64], [], [5i64], [], [0i64, 7i64]] }
-- output { [3i64, 0i64, 1i64, 0i64, 2i64] [[0i64, -1i64, 4i64], [], [0i64], [], [0i64, 7i64]] [[3i64, 0i64, 4i64,
-- 6i64, 3i64, 7i64], [], [5i64, 6i64], [], [0i64, 8i64, 2i64, 10i64]] [[3i64, 1i64], [], [5i64], [], [7i64]] [[3i64,
-- -1i64, 2i64], [], [5i64], [], [0i64, 7i64]] 0i64 [3i64, 0i64, 0i64, 0i64, 7i64] }
entry of_all [n] (xss: [n][?]i64)
    : ([n]i64, [n][?]i64, [n][?]i64, [n][?]i64, [n][?]i64, i64, [n]i64) =
  let counted: [n][?]i64 = map (\xs -> map2 (\x i -> x * i) xs (indices xs)) xss
  let joined: [n][?]i64 = map (\xs -> let ys = xs ++ xs in map2 (+) ys (indices ys)) xss
  let kept: [n][?]i64 = map (\xs -> let ys = filter (> 0) xs in map2 (-) ys (indices ys)) xss
  let fetched: [n][?]i64 = map (\xs -> map (\i -> xs[i]) (iota (length xs))) xss
  in ( map length xss
     , counted
     , joined
     , kept
     , fetched
     , length (irregular.flatten xss) - i64.sum (irregular.lengths xss)
     , map i64.sum counted
     )
