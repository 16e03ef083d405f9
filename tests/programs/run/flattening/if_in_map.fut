-- A branch in a map, with the work of one side done by a parallel operator, and flattened by hand.
-- Checklist: 8, 20.
-- ==
-- input { [true, false, true] [[1, 2], [3, 4], [5, 6]] } output { [3, 12, 11] [3, 12, 11] }
def nested [n] [m] (bs: [n]bool) (xss: [n][m]i32) : [n]i32 =
  map2 (\b xs -> if b then i32.sum xs else i32.product xs) bs xss

def flattened [n] [m] (bs: [n]bool) (xss: [n][m]i32) : [n]i32 =
  let (yes, no) = partition (\i -> bs[i]) (iota n)
  let sums = map (\i -> i32.sum xss[i]) yes
  let products = map (\i -> i32.product xss[i]) no
  in scatter (scatter (replicate n 0) yes sums) no products

def main [n] [m] (bs: [n]bool) (xss: [n][m]i32) = (nested bs xss, flattened bs xss)
