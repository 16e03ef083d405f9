-- Local functions that call each other in order and capture each other's captures.
-- ==
-- input { 3 } output { 3 6 18 }
def main (x: i32) =
  let f y = x * y
  let g y = f y + f 1
  let h y = g y * f 2 / 2
  in (f 1, g 1, h 1)
