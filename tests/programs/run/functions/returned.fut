-- Functions that return functions, with captured arrays.
-- ==
-- input { [10, 20, 30] 1i64 } output { 20 40 [11, 21, 31] }
def reader [n] (xs: [n]i32) : (i64 -> i32) = \i -> xs[i]
def adder (x: i32) : (i32 -> i32) = \y -> x + y

def main [n] (xs: [n]i32) (i: i64) =
  let read = reader xs
  in (read i, reader (map (+ 10) xs) (i + 1), map (adder 1) xs)
