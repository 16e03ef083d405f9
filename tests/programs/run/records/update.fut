-- An update of a field leaves the others and the original as they are.
-- ==
-- input { 1 2 } output { 1 10 1 2 }
def main (a: i32) (b: i32) =
  let r = {a, b}
  let s = r with b = 10
  in (s.a, s.b, r.a, r.b)
