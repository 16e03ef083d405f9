-- Updates of copies of a record are independent of each other.
-- ==
-- input { [1, 2, 3] } output { [11, 12, 13] [1, 2, 3] [5, 5, 5] }
def main [n] (xs: [n]i32) =
  let r = {data = xs, scale = 1i32}
  let s = r with data = map (+ 10) r.data
  let t = r with data = replicate n 5
  in (s.data, r.data, t.data)
