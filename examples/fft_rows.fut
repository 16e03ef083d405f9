-- The Fourier transforms of many signals of different lengths, which are powers of two. The transform of a signal is
-- made of those of its even and its odd elements: two calls in a map, whose rows are half as long.
--
-- Expected values are from the sum that defines the transform, in another language.
-- Checklist: 55.
-- ==
-- input { empty([0][?]f64) empty([0][?]f64) } output { empty([0][?]f64) empty([0][?]f64) }
-- input { [[1f64, 0f64, 0f64, 0f64], [], [2f64]] [[0f64, 0f64, 0f64, 0f64], [], [3f64]] }
-- output { [[1f64, 1f64, 1f64, 1f64], [], [2f64]] [[0f64, 0f64, 0f64, 0f64], [], [3f64]] }
-- input { [[1f64, -3f64, 6f64, -9f64, 6f64, 2f64, -7f64, -6f64], [3f64], [], [-3f64, 6f64], [-4f64, 4f64, 1f64, -7f64,
-- 3f64, 5f64, 3f64, -7f64, -4f64, -4f64, -5f64, -9f64, -5f64, 9f64, 5f64, -5f64], [6f64, 2f64, -5f64, 8f64]] [[8f64,
-- -5f64, -9f64, -9f64, -6f64, 7f64, -5f64, 4f64], [-3f64], [], [-3f64, -9f64], [-1f64, -3f64, 0f64, 7f64, -2f64, 9f64,
-- 1f64, -1f64, 8f64, 4f64, -5f64, -8f64, 2f64, 5f64, 9f64, 7f64], [4f64, 7f64, -5f64, 8f64]] }
-- output { [[-10f64, -28.0918831f64, 15f64, -17.263456f64, 22f64, 10.0918831f64, 1f64, 15.263456f64], [3f64], [],
-- [3f64, -9f64], [-20f64, 22.8838895f64, -42.2132034f64, -26.6237957f64, -4f64, -26.9482692f64, 1.92893219f64,
-- 12.0567383f64, 8f64, -23.8128216f64, 0.213203436f64, 19.0674465f64, -24f64, 11.8772014f64, 16.0710678f64,
-- 11.4996109f64], [11f64, 10f64, -9f64, 12f64]] [[-15f64, 7.36396103f64, 2f64, 31.9497475f64, -9f64, -5.36396103f64,
-- 30f64, 22.0502525f64], [-3f64], [], [-12f64, 6f64], [32f64, -5.95098321f64, 27.4852814f64, -29.1094508f64, -40f64,
-- -19.8926137f64, 11.9705627f64, 5.43907646f64, -8f64, -15.3210947f64, 10.5147186f64, 3.0678202f64, 44f64,
-- -26.8353084f64, -21.9705627f64, 16.6025541f64], [14f64, 15f64, -16f64, 3f64]] }
type complex = (f64, f64)

def add ((a, b): complex) ((c, d): complex) : complex = (a + c, b + d)
def subtract ((a, b): complex) ((c, d): complex) : complex = (a - c, b - d)
def multiply ((a, b): complex) ((c, d): complex) : complex = (a * c - b * d, a * d + b * c)

-- The k-th of n points on the unit circle, clockwise.
def unit (k: i64) (n: i64) : complex =
  let angle = -2 * f64.pi * f64.i64 k / f64.i64 n
  in (f64.cos angle, f64.sin angle)

def fft [n] (xs: [n]complex) : [n]complex =
  if n <= 1
  then xs
  else let half = n / 2
       let parts = map (\start -> fft (xs[start::2] :> [half]complex)) [0, 1]
       let turned = map2 (\k x -> multiply (unit k n) x) (iota half) parts[1]
       in (map2 add parts[0] turned ++ map2 subtract parts[0] turned) :> [n]complex

entry main [n] (re: [n][?]f64) (im: [n][?]f64) : ([n][?]f64, [n][?]f64) =
  irregular.unzip (map fft (irregular.zip re im))
