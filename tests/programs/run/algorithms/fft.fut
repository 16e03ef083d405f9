-- An iterative Fourier transform of a power of two, forwards and back.
-- Floats within 2 ulps of the largest: the numbers that a transform adds up cancel.
-- ==
-- entry: spectrum
-- input { 2i64 [1f64, 0f64, 0f64, 0f64] } output { [1f64, 1f64, 1f64, 1f64] [0f64, 0f64, 0f64, 0f64] }
-- input { 2i64 [1f64, 2f64, 3f64, 4f64] } output { [10f64, -2f64, -2f64, -2f64] [0f64, 2f64, 0f64, -2f64] }

-- ==
-- entry: round_trip
-- input { 3i64 [1f64, -2f64, 3f64, 0.5f64, 0f64, 7f64, 8f64, -1f64] } output { true }
type complex = (f64, f64)
def add ((a, b): complex) ((c, d): complex) : complex = (a + c, b + d)
def sub ((a, b): complex) ((c, d): complex) : complex = (a - c, b - d)
def mul ((a, b): complex) ((c, d): complex) : complex = (a * c - b * d, a * d + b * c)
def reversed (bits: i64) (i: i64) : i64 = loop r = 0 for k < bits do (r << 1) | ((i >> k) & 1)

def fft [n] (sign: f64) (bits: i64) (xs: [n]complex) : [n]complex =
  let start = map (\i -> xs[reversed bits i]) (iota n)
  in loop ys = start for s < bits do
       let half = 1 << s
       in map (\i ->
                 let k = i & (half - 1)
                 let lower = i & half == 0
                 let a = if lower then ys[i] else ys[i - half]
                 let b = if lower then ys[i + half] else ys[i]
                 let angle = sign * f64.pi * f64.i64 k / f64.i64 half
                 let t = mul (f64.cos angle, f64.sin angle) b
                 in if lower then add a t else sub a t) (iota n)

entry spectrum [n] (bits: i64) (xs: [n]f64) = unzip (fft (-1) bits (map (\x -> (x, 0)) xs))

entry round_trip [n] (bits: i64) (xs: [n]f64) : bool =
  let back = fft 1 bits (fft (-1) bits (map (\x -> (x, 0)) xs))
  in and (map2 (\x (re, im) -> f64.abs (re / f64.i64 n - x) < 1e-9 && f64.abs im < 1e-9) xs back)
