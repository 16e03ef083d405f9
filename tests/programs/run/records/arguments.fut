-- A record as the argument of a local function, its fields written in any order.
-- ==
-- input { 3 4 } output { 7 11 }
def main (x: i32) (y: i32) =
  let add (r: {a: i32, b: i32}) = r.a + r.b
  in (add {a = x, b = y}, add {b = 2 * y, a = x})
