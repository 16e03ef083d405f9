-- A reduction with an operator that is associative but not commutative: 2x2 matrix product.
-- Checklist: 126.
-- ==
-- input { [1, 2, 3] } output { [[3, 10], [2, 7]] }
-- input { empty([0]i32) } output { [[1, 0], [0, 1]] }
def mul (a: [2][2]i32) (b: [2][2]i32) : [2][2]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) (transpose b)) a

def main (xs: []i32) : [2][2]i32 =
  let factors = map (\x -> if x % 2 == 1 then [[1, x], [0, 1]] else [[1, 0], [x, 1]]) xs
  in reduce mul [[1, 0], [0, 1]] factors
