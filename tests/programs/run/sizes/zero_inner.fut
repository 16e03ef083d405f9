-- An array of empty rows has rows all the same.
-- ==
-- input { 3i64 } output { empty([3][0]i32) [0, 0, 0] 0i64 empty([0][3]i32) }
def main (n: i64) =
  let xss: [n][0]i32 = replicate n []
  in (xss, map i32.sum xss, length (flatten xss), transpose xss)
