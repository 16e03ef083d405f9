-- Records with irregular fields.
-- ==
-- input { [[1i64], [0i64, 2i64], []] } output { [1i64, 2i64, 0i64] [1i64, 2i64, 0i64] }
type graph [n] = {neighbours: [n][?]i64, weights: [n]f32}
def degrees [n] (g: graph [n]) : [n]i64 = irregular.lengths g.neighbours

def main [n] (xss: [n][?]i64) =
  let g = {neighbours = xss, weights = replicate n 1f32}
  in (degrees g, map i64.sum g.neighbours)
