-- A function value bound by `let` captures a parameter.
-- ==
-- input { 3i64 4i64 } output { 7i64 }
def main (x: i64) (y: i64) : i64 =
  let g = \z -> x + z
  in g y
