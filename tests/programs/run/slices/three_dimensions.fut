-- Slices of three dimensions; dimensions that are not mentioned are whole.
-- ==
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] }
-- output { [[3, 4], [7, 8]] [[2, 4], [6, 8]] [5, 7] [[[7, 8], [5, 6]], [[3, 4], [1, 2]]] }
def main (xsss: [][][]i32) =
  (xsss[:, 1], xsss[:, :, 1], xsss[1, :, 0], xsss[::-1, ::-1])
