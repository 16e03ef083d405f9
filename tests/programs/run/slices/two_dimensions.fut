-- Slices and indices mixed in two dimensions.
-- ==
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [[5, 6], [8, 9]] [2, 5, 8] [7, 8, 9] [[3, 1], [6, 4], [9, 7]] [9, 6] }
def main (xss: [][]i32) =
  (xss[1:, 1:], xss[:, 1], xss[2], xss[:, ::-2], xss[2:0:-1, 2])
