-- A NaN inside makes a tuple different from itself.
-- ==
-- input { 1f32 } output { true false }
-- input { f32.nan } output { false true }
def main (x: f32) =
  let p = (1i32, x)
  in (p == p, p != p)
