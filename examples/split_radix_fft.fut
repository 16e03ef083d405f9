-- Fourier transforms of many images by the split-radix method: a transform is made of one of half the length, of the
-- even elements, and of two of a quarter, of the elements 1, 5, 9, … and 3, 7, 11, …. The parts are an irregular array,
-- yet all rows of an image are cut in the same way: the results are as regular as the images are. Sides are powers of
-- two.
--
-- Expected values are from the sum that defines the transform, in another language.
-- Checklist: 107.
-- ==
-- input { [[[5f64]]] [[[2f64]]] } output { [[[5f64]]] [[[2f64]]] }
-- input { [[[1f64, 0f64], [0f64, 0f64]], [[1f64, 1f64], [1f64, 1f64]]] [[[0f64, 0f64], [0f64, 0f64]], [[0f64, 0f64],
-- [0f64, 0f64]]] }
-- output { [[[1f64, 1f64], [1f64, 1f64]], [[4f64, 0f64], [0f64, -1.49975978e-32f64]]] [[[0f64, 0f64], [0f64, 0f64]],
-- [[0f64, -2.4492936e-16f64], [-2.4492936e-16f64, 0f64]]] }
-- input { [[[-2f64, -7f64, -1f64, -6f64, 5f64, -9f64, 1f64, 8f64], [4f64, -1f64, -5f64, -8f64, 7f64, -2f64, -6f64,
-- -4f64], [-1f64, -8f64, -4f64, -3f64, 0f64, 0f64, 7f64, -3f64], [0f64, 5f64, 7f64, -4f64, -1f64, 2f64, -9f64,
-- -1f64]], [[-8f64, -9f64, -9f64, 7f64, 8f64, -3f64, 7f64, 6f64], [-2f64, 5f64, -6f64, 4f64, 6f64, 8f64, 3f64, 7f64],
-- [0f64, -3f64, -2f64, 1f64, -3f64, -5f64, 3f64, 2f64], [-8f64, -5f64, -9f64, -7f64, -1f64, 4f64, -4f64, -8f64]]]
-- [[[-7f64, 3f64, 7f64, 0f64, -2f64, 0f64, -8f64, 5f64], [-4f64, -4f64, -1f64, 5f64, -9f64, -1f64, 2f64, 1f64], [8f64,
-- 1f64, -2f64, -8f64, 0f64, -3f64, 2f64, -4f64], [-9f64, 1f64, 3f64, -7f64, 6f64, -1f64, 7f64, -3f64]], [[-2f64, 7f64,
-- -9f64, -7f64, -1f64, -7f64, -5f64, 3f64], [9f64, -8f64, 3f64, -9f64, 0f64, 0f64, -2f64, -7f64], [9f64, 7f64, -5f64,
-- 3f64, 1f64, 6f64, -5f64, 0f64], [-5f64, -8f64, 7f64, 4f64, 7f64, -5f64, 7f64, 7f64]]] }
-- output { [[[-39f64, 5.3137085f64, 29f64, -29.5563492f64, 43f64, -17.3137085f64, 15f64, 1.55634919f64], [-7f64,
-- 56.4852814f64, -3f64, -27.0710678f64, -29f64, 39.5147186f64, 15f64, -12.9289322f64], [-7f64, 9.17157288f64, -15f64,
-- -22.5857864f64, 23f64, 14.8284271f64, -33f64, -25.4142136f64], [9f64, 0.627416998f64, -7f64, -59.6984848f64, 31f64,
-- -44.627417f64, 23f64, -0.30151519f64]], [[-21f64, -42.5563492f64, 7f64, -24.7573593f64, -29f64, -11.4436508f64,
-- 11f64, -33.2426407f64], [-22f64, -10.7279221f64, 32f64, 11.8994949f64, 10f64, 14.7279221f64, 20f64, -7.89949494f64],
-- [5f64, 14.2132034f64, 17f64, 23.7279221f64, 29f64, -28.2132034f64, -43f64, -1.72792206f64], [34f64, -49.4142136f64,
-- -32f64, -27.7573593f64, -22f64, -46.5857864f64, 4f64, -36.2426407f64]]] [[[-22f64, 15.8700577f64, -28f64,
-- 2.65685425f64, 8f64, -37.8700577f64, -26f64, -8.65685425f64], [18f64, -17.5857864f64, 1.77635684e-15f64, 1f64,
-- -60f64, -20.4142136f64, -74f64, 1f64], [6f64, 67.0416306f64, 68f64, -17f64, 1.42108547e-14f64, 18.9583694f64,
-- -14f64, -17f64], [-10f64, -20.7573593f64, -8.8817842e-15f64, -3.34314575f64, -20f64, -29.2426407f64, 10f64,
-- -14.6568542f64]], [[-5f64, 63.0416306f64, 47f64, -29.5857864f64, 23f64, 14.9583694f64, 7f64, -32.4142136f64],
-- [-100f64, 16.3847763f64, -30f64, -18.2426407f64, 20f64, -20.3847763f64, 6f64, -9.75735931f64], [-5f64,
-- 29.7279221f64, 87f64, -23.8700577f64, -81f64, 4.27207794f64, -17f64, 29.8700577f64], [26f64, 32.8700577f64, 40f64,
-- -50.0416306f64, -14f64, -20.8700577f64, -52f64, -1.95836944f64]]] }
type complex = (f64, f64)

def add ((a, b): complex) ((c, d): complex) : complex = (a + c, b + d)
def subtract ((a, b): complex) ((c, d): complex) : complex = (a - c, b - d)
def multiply ((a, b): complex) ((c, d): complex) : complex = (a * c - b * d, a * d + b * c)
def times_i ((a, b): complex) : complex = (-b, a)

-- n points on the unit circle, clockwise.
def circle (n: i64) : [n]complex =
  map (\k ->
         let angle = -2 * f64.pi * f64.i64 k / f64.i64 n
         in (f64.cos angle, f64.sin angle)) (iota n)

-- The number of points is a multiple of n.
def fft [n] [m] (points: [m]complex) (xs: [n]complex) : [n]complex =
  if n == 1
  then xs
  else if n == 2
  then [add xs[0] xs[1], subtract xs[0] xs[1]] :> [n]complex
  else let half = n / 2
       let quarter = n / 4
       let parts: [3][?]complex =
         map (fft points) ([xs[::2], xs[1::4], xs[3::4]] : [3][?]complex)
       let turned by xs = map2 (\k x -> multiply points[by * k * (m / n)] x) (iota quarter) xs
       let even = parts[0] :> [half]complex
       let first = turned 1 (parts[1] :> [quarter]complex)
       let third = turned 3 (parts[2] :> [quarter]complex)
       let sums = map2 add first third
       let differences = map2 (\x y -> times_i (subtract x y)) first third
       let low = take quarter even
       let high = drop quarter even :> [quarter]complex
       in (map2 add low sums ++ map2 subtract high differences ++ map2 subtract low sums
           ++ map2 add high differences)
         :> [n]complex

def fft_2d [n] [m] (image: [n][m]complex) : [n][m]complex =
  let rows = map (fft (circle m)) image
  in transpose (map (fft (circle n)) (transpose rows))

entry main [k] [n] [m] (re: [k][n][m]f64) (im: [k][n][m]f64) : ([k][n][m]f64, [k][n][m]f64) =
  let images = map2 (map2 zip) re im
  let results = map fft_2d images
  in (map (map (map (.0))) results, map (map (map (.1))) results)
