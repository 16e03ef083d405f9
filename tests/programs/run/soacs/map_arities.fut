-- map1 to map5.
-- ==
-- input { [1, 2] } output { [2, 3] [3, 6] [6, 12] [10, 20] [15, 30] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
def main (xs: []i32) =
  let by k = map (* k) xs
  in ( map1 (+ 1) xs
     , map2 (+) xs (by 2)
     , map3 (\a b c -> a + b + c) xs (by 2) (by 3)
     , map4 (\a b c d -> a + b + c + d) xs (by 2) (by 3) (by 4)
     , map5 (\a b c d e -> a + b + c + d + e) xs (by 2) (by 3) (by 4) (by 5)
     )
