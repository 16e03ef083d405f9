-- A module whose values are higher-order functions, with closures through the module boundary.
-- ==
-- input { [3, 1, 2] 5 } output { [15, 5, 10] [8, 6, 7] }
module type mapper = { val each [n] : (i32 -> i32) -> [n]i32 -> [n]i32 }

module use (m: mapper) = {
  def scale [n] (k: i32) (xs: [n]i32) : [n]i32 = m.each (\x -> x * k) xs
  def shift [n] (k: i32) (xs: [n]i32) : [n]i32 = m.each (+ k) xs
}

module u = use { def each [n] (f: i32 -> i32) (xs: [n]i32) : [n]i32 = map f xs }
def main (xs: []i32) (k: i32) = (u.scale k xs, u.shift k xs)
