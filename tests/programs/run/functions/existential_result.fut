-- A function argument whose result has an unknown size.
-- ==
-- input { [1, -2, 3] } output { [1, 3] 2i64 }
def keep (p: i32 -> bool) (xs: []i32) : []i32 = filter p xs
def apply (f: []i32 -> []i32) (xs: []i32) : []i32 = f xs

def main (xs: []i32) =
  let ys = apply (keep (> 0)) xs
  in (ys, length ys)
