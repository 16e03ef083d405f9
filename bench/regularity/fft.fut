-- Fourier transforms of images of 32 x 32 by the split-radix method. A transform is made of one of half the length and of
-- two of a quarter, which are an irregular array by its type, and yet the same for all rows of an image.
-- Floats within 8 ulps of the largest: the numbers that a transform adds up cancel.
-- ==
-- entry: regular irregular
-- nobench input { [[[1f64, 0f64], [0f64, 0f64]]] [[[0f64, 0f64], [0f64, 0f64]]] }
-- output { [[[1f64, 1f64], [1f64, 1f64]]] [[[0f64, 0f64], [0f64, 0f64]]] }
module example = import "../../examples/split_radix_fft"

entry regular [k] [n] [m] (re: [k][n][m]f64) (im: [k][n][m]f64) : ([k][n][m]f64, [k][n][m]f64) =
  example.main re im

-- The same; it differs in what the compiler may find out.
entry irregular [k] [n] [m] (re: [k][n][m]f64) (im: [k][n][m]f64) : ([k][n][m]f64, [k][n][m]f64) =
  example.main re im
