-- Fourier transforms of images by the split-radix method.
-- ==
-- nobench input { [[[1f64, 0f64], [0f64, 0f64]]] [[[0f64, 0f64], [0f64, 0f64]]] }
-- output { [[[1f64, 1f64], [1f64, 1f64]]] [[[0f64, 0f64], [0f64, 0f64]]] }
-- "8 images" compiled script input { data 8i64 }
module example = import "../../examples/split_radix_fft"

entry main [k] [n] [m] (re: [k][n][m]f64) (im: [k][n][m]f64) : ([k][n][m]f64, [k][n][m]f64) =
  example.main re im

entry data (k: i64) : ([k][256][256]f64, [k][256][256]f64) =
  (tabulate_3d k 256 256 (\i j l -> f64.i64 ((i + 3 * j + 5 * l) % 17)),
   tabulate_3d k 256 256 (\i j l -> f64.i64 ((2 * i + j + 7 * l) % 13)))
