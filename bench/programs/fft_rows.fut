-- The Fourier transforms of many signals of different lengths, which are powers of two, by recursion.
-- Floats within 2 ulps of the largest: the numbers that a transform adds up cancel.
-- ==
-- nobench input { [4i64, 0i64, 1i64] [1f32, 0f32, 0f32, 0f32, 2f32] [0f32, 1f32, 0f32, 0f32, 3f32] }
-- output { [1f32, 2f32, 1f32, 0f32, 2f32] [1f32, 0f32, -1f32, 0f32, 3f32] }
-- "different lengths" compiled script input { data 20000i64 }
type complex = (f32, f32)

def add ((a, b): complex) ((c, d): complex) : complex = (a + c, b + d)
def subtract ((a, b): complex) ((c, d): complex) : complex = (a - c, b - d)
def multiply ((a, b): complex) ((c, d): complex) : complex = (a * c - b * d, a * d + b * c)

-- n points on the unit circle, clockwise.
def circle (n: i64) : [n]complex =
  map (\k ->
         let angle = -2 * f32.pi * f32.i64 k / f32.i64 n
         in (f32.cos angle, f32.sin angle)) (iota n)

def fft [n] [m] (points: [m]complex) (xs: [n]complex) : [n]complex =
  if n <= 1
  then xs
  else let half = n / 2
       let parts = map (\start -> fft points (xs[start::2] :> [half]complex)) [0, 1]
       let turned = map2 (\k x -> multiply points[k * (m / n)] x) (iota half) parts[1]
       in (map2 add parts[0] turned ++ map2 subtract parts[0] turned) :> [n]complex

entry main [n] [m] (lengths: [n]i64) (re: [m]f32) (im: [m]f32) : ([m]f32, [m]f32) =
  let signals = irregular.from_lengths lengths (zip re im)
  let points = circle (i64.max 1 (i64.maximum lengths))
  in unzip (irregular.flatten (map (fft points) signals : [n][?]complex) :> [m]complex)

entry data (n: i64) : ([n]i64, []f32, []f32) =
  let lengths = map (\i -> 1 << (4 + i % 8)) (iota n)
  let m = i64.sum lengths
  in (lengths, map (\i -> f32.i64 (i % 17)) (iota m), map (\i -> f32.i64 (i % 13)) (iota m))
