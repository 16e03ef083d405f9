-- A path of fields, then an index, then a slice.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [7, 7]] [[1, 2], [0, 4]] }
def main [n] [m] (xss: [n][m]i32) =
  let r = {outer = {inner = copy xss, other = 0i32}}
  let s = {outer = {inner = copy xss, other = 0i32}}
  in ( (r with outer.inner[1] = replicate m 7).outer.inner
     , (s with outer.inner[1, 0] = 0).outer.inner
     )
