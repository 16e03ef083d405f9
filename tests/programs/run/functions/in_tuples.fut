-- Functions in tuples and records, chosen statically.
-- ==
-- input { 4 } output { 5 8 16 -4 }
def operations = {increment = (+ 1i32), others = ((* 2i32), \(x: i32) -> x * x)}

def main (x: i32) =
  let (double, square) = operations.others
  let {increment, others = _} = operations
  let r = {f = \(y: i32) -> -y}
  in (increment x, double x, square x, r.f x)
