-- Maps, filters and sums at four levels of rows.
-- ==
-- entry: main
-- input { empty([0][?][?][?]i64) }
-- output { empty([0][?][?][?]i64) empty([0][?]i64) 0i64 }
-- input { empty([1][?: 0][?][?]i64) }
-- output { empty([1][?: 0][?][?]i64) empty([1][?: 0]i64) 0i64 }
-- input { empty([2][?: 1, 2][?: 0, 1, 2][?: 0, 0, 0]i64) }
-- output { empty([2][?: 1, 2][?: 0, 0, 0][?]i64) [[0i64], [0i64, 0i64]] 0i64 }
-- input { [[[[1i64, 2i64, 3i64], []], [[4i64]]], []] }
-- output { [[[[2i64, 4i64]], [[8i64]]], []] [[6i64, 4i64], []] 4i64 }
-- input { [[[], [[17i64]], [[18i64, -6i64, 20i64], [-3i64, 2i64]]], [[[]], []], [[], [[14i64, 0i64], [17i64, 19i64,
-- 5i64], []]], []] }
-- output { [[[], [[34i64]], [[40i64], [4i64]]], [[], []], [[], [[28i64], [34i64, 38i64, 10i64]]], []] [[0i64, 17i64,
-- 31i64], [0i64, 0i64], [0i64, 55i64], []] 11i64 }

entry main [n] (xs: [n][?][?][?]i64) : ([n][?][?][?]i64, [n][?]i64, i64) =
  let kept: [n][?][?][?]i64 =
    map (map (\c -> map (\d -> map (* 2) (filter (\v -> v % 3 != 0) d)) (filter (\d -> !(null d)) c) : [][?]i64)) xs
  let sums: [n][?]i64 = map (map (\c -> i64.sum (map i64.sum c))) xs
  in (kept, sums, length (irregular.flatten (irregular.flatten (irregular.flatten xs))))
