-- A closure keeps the value that a name had where the closure was made.
-- ==
-- input { 1 } output { 11 12 21 }
def main (x: i32) =
  let f y = x + y
  let x = x + 1
  let g y = x + y
  let x = 20i32
  in (f 10, g 10, x + 1)
