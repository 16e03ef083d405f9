-- A local value hides a function, a local function hides a value, a parameter hides both.
-- ==
-- input { 3 } output { 5 4 6 }
def f (x: i32) : i32 = x + 1

def main (x: i32) =
  let a = let f = x + 2 in f
  let b = let x = \y -> f y in x 3
  let c = (\f -> f 3i32) (\z -> 2 * z)
  in (a, b, c)
