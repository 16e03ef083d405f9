-- Fields are bound by patterns, with and without new names.
-- ==
-- input { 3 4 } output { 7 -1 }
def main (x: i32) (y: i32) =
  let p = {x, y}
  let {x = a, y = b} = p
  let {x, y} = p
  in (a + b, x - y)
