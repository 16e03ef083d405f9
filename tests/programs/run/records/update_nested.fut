-- An update along a path of fields.
-- ==
-- input { 1 } output { 1 7 3 }
def main (x: i32) =
  let r = {outer = {p = x, q = 2i32}, z = 3i32}
  let s = r with outer.q = 7
  in (s.outer.p, s.outer.q, s.z)
