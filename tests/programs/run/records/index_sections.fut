-- `(.[i])` is a function that takes an element.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [2, 5] [6, 3] 6 }
def main (xss: [][]i32) =
  (map (.[1]) xss, map (.[2]) (reverse xss), (.[1, 2]) xss)
