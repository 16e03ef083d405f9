-- The Fourier transforms of many signals of different lengths, which are powers of two. The transform of a signal is
-- made of those of its even and its odd elements: two calls in a map, whose rows are half as long.
--
-- Expected values are from the sum that defines the transform, in another language.
-- Floats within 8 ulps of the largest: the numbers that a transform adds up cancel.
-- Checklist: 55.
-- ==
-- input { empty([0][?]f64) empty([0][?]f64) } output { empty([0][?]f64) empty([0][?]f64) }
-- input { [[1f64, 0f64, 0f64, 0f64], [], [2f64]] [[0f64, 0f64, 0f64, 0f64], [], [3f64]] }
-- output { [[1f64, 1f64, 1f64, 1f64], [], [2f64]] [[0f64, 0f64, 0f64, 0f64], [], [3f64]] }
-- input { [[1f64, -3f64, 6f64, -9f64, 6f64, 2f64, -7f64, -6f64], [3f64], [], [-3f64, 6f64], [-4f64, 4f64, 1f64, -7f64,
-- 3f64, 5f64, 3f64, -7f64, -4f64, -4f64, -5f64, -9f64, -5f64, 9f64, 5f64, -5f64], [6f64, 2f64, -5f64, 8f64]] [[8f64,
-- -5f64, -9f64, -9f64, -6f64, 7f64, -5f64, 4f64], [-3f64], [], [-3f64, -9f64], [-1f64, -3f64, 0f64, 7f64, -2f64, 9f64,
-- 1f64, -1f64, 8f64, 4f64, -5f64, -8f64, 2f64, 5f64, 9f64, 7f64], [4f64, 7f64, -5f64, 8f64]] }
-- output { [[-10f64, -28.091883092036785f64, 15f64, -17.263455967290593f64, 22f64, 10.091883092036783f64, 1f64,
-- 15.263455967290593f64], [3f64], [], [3f64, -9f64], [-20f64, 22.883889457474247f64, -42.21320343559643f64,
-- -26.62379566707485f64, -4f64, -26.94826923712192f64, 1.9289321881345247f64, 12.056738305986718f64, 8f64,
-- -23.81282164560877f64, 0.21320343559642574f64, 19.06744648097081f64, -24f64, 11.877201425256446f64,
-- 16.071067811865476f64, 11.499610880117327f64], [11f64, 10f64, -9f64, 12f64]] [[-15f64, 7.363961030678928f64, 2f64,
-- 31.949747468305834f64, -9f64, -5.363961030678928f64, 30f64, 22.050252531694166f64], [-3f64], [], [-12f64, 6f64],
-- [32f64, -5.950983209961763f64, 27.48528137423857f64, -29.10945076522827f64, -40f64, -19.892613665217763f64,
-- 11.97056274847714f64, 5.439076462476068f64, -8f64, -15.321094728680382f64, 10.51471862576143f64,
-- 3.0678202048856567f64, 44f64, -26.835308396140093f64, -21.97056274847714f64, 16.60255409786655f64], [14f64, 15f64,
-- -16f64, 3f64]] }
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
