-- The same recursive function at element types of different rank.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[3, 4], [1, 2]] [[2, 1], [4, 3]] }
def backwards [n] 'a (xs: [n]a) : [n]a =
  if n <= 1 then xs else ([xs[n - 1]] ++ backwards xs[:n - 1]) :> [n]a

def main (xss: [][]i32) = (backwards xss, map backwards xss)
