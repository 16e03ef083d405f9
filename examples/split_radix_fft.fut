-- Fourier transforms of many images by the split-radix method: a transform is made of one of half the length, of the
-- even elements, and of two of a quarter, of the elements 1, 5, 9, … and 3, 7, 11, …. The parts are an irregular array,
-- yet all rows of an image are cut in the same way: the results are as regular as the images are. Sides are powers of
-- two.
--
-- Expected values are from the sum that defines the transform, in another language.
-- Floats within 8 ulps of the largest: the numbers that a transform adds up cancel.
-- Checklist: 107.
-- ==
-- input { [[[5f64]]] [[[2f64]]] } output { [[[5f64]]] [[[2f64]]] }
-- input { [[[1f64, 0f64], [0f64, 0f64]], [[1f64, 1f64], [1f64, 1f64]]] [[[0f64, 0f64], [0f64, 0f64]], [[0f64, 0f64],
-- [0f64, 0f64]]] }
-- output { [[[1f64, 1f64], [1f64, 1f64]], [[4f64, 0f64], [0f64, 0f64]]] [[[0f64, 0f64], [0f64, 0f64]], [[0f64, 0f64],
-- [0f64, 0f64]]] }
-- input { [[[-2f64, -7f64, -1f64, -6f64, 5f64, -9f64, 1f64, 8f64], [4f64, -1f64, -5f64, -8f64, 7f64, -2f64, -6f64,
-- -4f64], [-1f64, -8f64, -4f64, -3f64, 0f64, 0f64, 7f64, -3f64], [0f64, 5f64, 7f64, -4f64, -1f64, 2f64, -9f64,
-- -1f64]], [[-8f64, -9f64, -9f64, 7f64, 8f64, -3f64, 7f64, 6f64], [-2f64, 5f64, -6f64, 4f64, 6f64, 8f64, 3f64, 7f64],
-- [0f64, -3f64, -2f64, 1f64, -3f64, -5f64, 3f64, 2f64], [-8f64, -5f64, -9f64, -7f64, -1f64, 4f64, -4f64, -8f64]]]
-- [[[-7f64, 3f64, 7f64, 0f64, -2f64, 0f64, -8f64, 5f64], [-4f64, -4f64, -1f64, 5f64, -9f64, -1f64, 2f64, 1f64], [8f64,
-- 1f64, -2f64, -8f64, 0f64, -3f64, 2f64, -4f64], [-9f64, 1f64, 3f64, -7f64, 6f64, -1f64, 7f64, -3f64]], [[-2f64, 7f64,
-- -9f64, -7f64, -1f64, -7f64, -5f64, 3f64], [9f64, -8f64, 3f64, -9f64, 0f64, 0f64, -2f64, -7f64], [9f64, 7f64, -5f64,
-- 3f64, 1f64, 6f64, -5f64, 0f64], [-5f64, -8f64, 7f64, 4f64, 7f64, -5f64, 7f64, 7f64]]] }
-- output { [[[-39f64, 5.31370849898476f64, 29f64, -29.556349186104047f64, 43f64, -17.31370849898476f64, 15f64,
-- 1.5563491861040455f64], [-7f64, 56.48528137423857f64, -3f64, -27.071067811865476f64, -29f64, 39.51471862576143f64,
-- 15f64, -12.928932188134524f64], [-7f64, 9.17157287525381f64, -15f64, -22.585786437626904f64, 23f64,
-- 14.82842712474619f64, -33f64, -25.414213562373096f64], [9f64, 0.6274169979695208f64, -7f64, -59.698484809834994f64,
-- 31f64, -44.62741699796952f64, 23f64, -0.301515190165004f64]], [[-21f64, -42.55634918610404f64, 7f64,
-- -24.757359312880716f64, -29f64, -11.443650813895955f64, 11f64, -33.242640687119284f64], [-22f64,
-- -10.727922061357855f64, 32f64, 11.899494936611665f64, 10f64, 14.727922061357855f64, 20f64, -7.899494936611665f64],
-- [5f64, 14.213203435596427f64, 17f64, 23.727922061357855f64, 29f64, -28.213203435596427f64, -43f64,
-- -1.7279220613578554f64], [34f64, -49.41421356237309f64, -32f64, -27.757359312880716f64, -22f64,
-- -46.58578643762691f64, 4f64, -36.242640687119284f64]]] [[[-22f64, 15.870057685088806f64, -28f64,
-- 2.65685424949238f64, 8f64, -37.8700576850888f64, -26f64, -8.65685424949238f64], [18f64, -17.585786437626904f64,
-- 0f64, 1f64, -60f64, -20.414213562373096f64, -74f64, 1f64], [6f64, 67.04163056034261f64, 68f64, -17f64, 0f64,
-- 18.958369439657385f64, -14f64, -17f64], [-10f64, -20.757359312880716f64, 0f64, -3.34314575050762f64, -20f64,
-- -29.242640687119284f64, 10f64, -14.65685424949238f64]], [[-5f64, 63.04163056034262f64, 47f64,
-- -29.585786437626904f64, 23f64, 14.958369439657384f64, 7f64, -32.41421356237309f64], [-100f64,
-- 16.384776310850235f64, -30f64, -18.242640687119284f64, 20f64, -20.384776310850235f64, 6f64, -9.757359312880714f64],
-- [-5f64, 29.727922061357855f64, 87f64, -23.870057685088806f64, -81f64, 4.272077938642145f64, -17f64,
-- 29.870057685088806f64], [26f64, 32.8700576850888f64, 40f64, -50.04163056034262f64, -14f64, -20.870057685088806f64,
-- -52f64, -1.958369439657384f64]]] }
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
