-- A tuple is a record with numbered fields.
-- ==
-- input { 1 true } output { true 1 2 }
def main (x: i32) (b: bool) =
  let r: (i32, bool) = {0 = x, 1 = b}
  let (_, c) = r
  in (c, r.0, (r with 0 = 2).0)
