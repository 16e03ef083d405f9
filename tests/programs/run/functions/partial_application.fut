-- Functions with fewer arguments than parameters, in several steps.
-- ==
-- input { 1 2 3 } output { 123 123 123 }
def digits (a: i32) (b: i32) (c: i32) : i32 = 100 * a + 10 * b + c

def main (a: i32) (b: i32) (c: i32) =
  let f = digits a
  let g = f b
  let h = (`digits` b) a
  in (f b c, g c, h c)
