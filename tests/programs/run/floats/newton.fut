-- Newton's iteration ends when nothing changes any more.
-- ==
-- input { 2f64 } output { true }
-- input { 144f64 } output { true }
def main (x: f64) : bool =
  let step y = (y + x / y) / 2
  let (y, _) = loop (y, previous) = (step x, x) while f64.abs (y - previous) > 1e-12 do (step y, y)
  in f64.abs (y * y - x) < 1e-9
