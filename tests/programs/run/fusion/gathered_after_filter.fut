-- What is made of the elements that a filter keeps is reduced, and used otherwise, too.
-- ==
-- entry: pairs
-- input { [4i64, 1i64, 6i64, 3i64, 8i64] } output { 46i64 291i64 }
-- input { empty([0]i64) } output { 0i64 0i64 }
entry pairs (xs: []i64) : (i64, i64) =
  let kept = filter (\x -> x % 2 == 0) xs
  let (a, b) = unzip (map (\x -> (x * 2 + i64.sum (iota (x / 2)), x * x)) kept)
  in (i64.sum (map (i64.max 0) a), i64.sum (map (\y -> y * 2) b) + i64.sum (map2 (*) a (indices a)))

-- ==
-- entry: rows
-- input { [[1i64, 2i64, 3i64], [], [4i64, 4i64], [7i64]] } output { [18i64, 0i64, 96i64, 0i64] }
entry rows [n] (xss: [n][?]i64) : [n]i64 =
  map (\xs ->
         let rows = map (\x -> map (* x) xs) xs
         let (a, b) =
           unzip (map (\row -> (i64.sum row, i64.maximum (filter (> 3) row)))
                      (filter (\row -> length row > 0 && row[0] % 2 == 0) rows))
         in i64.sum a + i64.sum (map (i64.max 0) b))
      xss
