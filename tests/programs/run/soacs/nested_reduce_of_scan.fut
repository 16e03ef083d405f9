-- A reduction of scans of reductions, three levels deep.
-- ==
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [13, 37] 50 }
def main (xsss: [][][]i32) =
  let per_block = map (\xss -> i32.sum (scan (+) 0 (map i32.sum xss))) xsss
  in (per_block, reduce (+) 0 per_block)
