-- A two-dimensional convolution: a reduction over windows of an image.
-- ==
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] [[0, 1], [1, 0]] } output { [[6, 8], [12, 14]] }
def main [n] [m] [p] [q] (image: [n][m]i32) (kernel: [p][q]i32) =
  tabulate_2d (n - p + 1) (m - q + 1) (\i j ->
                                         i32.sum (flatten (tabulate_2d p q (\k l ->
                                                                              kernel[k, l]
                                                                              * image[i + k,
                                                                                j + l]))))
