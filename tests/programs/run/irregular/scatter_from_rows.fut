-- The flat view of an irregular array feeds a histogram.
-- ==
-- input { [[0i64, 1i64], [1i64, 1i64], []] } output { [1i64, 3i64] }
def main (xss: [][?]i64) : [2]i64 =
  let xs = irregular.flatten xss
  in hist (+) 0 2 xs (map (const 1) xs)
