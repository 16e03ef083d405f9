-- Patterns as parameters of functions and lambdas.
-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] 14 }
def add (a: i32, {b: i32}) : i32 = a + b

def main [n] (xs: [n]i32) (ys: [n]i32) =
  ( map (\(x, {b}) -> add (x, {b})) (zip xs (map (\y -> {b = y}) ys))
  , i32.sum (map2 (\x (y, z) -> x * y + z) xs (zip ys (sized n [1, 2])))
  )
