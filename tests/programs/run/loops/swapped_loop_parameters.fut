-- Two arrays change places in every iteration, and each is updated in place.
-- ==
-- input { [1, 2, 3] 3 }
-- output { [9, 3, 6] [8, 4, 3] }

def main [n] (xs: [n]i32) (k: i32) =
  loop (a: *[n]i32, b: *[n]i32) = (copy xs, map (* 2) xs)
  for i < k do
    (b with [0] = 7 + i, a with [1] = i + 2)
