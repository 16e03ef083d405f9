-- An array whose elements are sums that carry arrays.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [3, 4, 11] }
type t [n] = #sum [n]i32 | #second [n]i32

def main [n] [m] (xss: [n][m]i32) : [n]i32 =
  let vs = map2 (\i xs : t [m] -> if i % 2 == 0 then #sum xs else #second xs) (iota n) xss
  in map (\v -> match v
                case #sum xs -> i32.sum xs
                case #second xs -> xs[1]) vs
