-- A `let` hides what was there, also itself.
-- ==
-- input { 1 } output { 8 }
def main (x: i32) : i32 =
  let x = x + 1
  let x = x * x
  let x = x * 2
  in x
