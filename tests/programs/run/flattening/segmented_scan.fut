-- An operator made segmented by flags, inclusive and exclusive scans of segments.
-- Checklist: 3.
-- ==
-- input { [true, false, false, true, true, false] [1, 2, 3, 4, 5, 6] } output { [1, 3, 6, 4, 5, 11] [0, 1, 3, 0, 0, 5] }
def segop 't (op: t -> t -> t) (flag_x: bool, x: t) (flag_y: bool, y: t) : (bool, t) =
  (flag_x || flag_y, if flag_y then y else op x y)

def segscan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  map (.1) (scan (segop op) (false, ne) (zip flags xs))

def segscan_exclusive [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  segscan op ne flags (map (\i -> if flags[i] || i == 0 then ne else xs[i - 1]) (iota n))

def main [n] (flags: [n]bool) (xs: [n]i32) =
  (segscan (+) 0 flags xs, segscan_exclusive (+) 0 flags xs)
