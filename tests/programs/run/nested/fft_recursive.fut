-- Fourier transforms of rows whose lengths are powers of two.
-- Floats within 8 ulps of the largest: the numbers that a transform adds up cancel.
-- ==
-- input { [[1.0], [-2.0, 2.0, -4.0, -3.0, 4.0, -3.0, 1.0, -4.0], [4.0, -1.0], [-4.0, -3.0, 2.0, 2.0, -3.0, -1.0, -3.0, 4.0, 2.0, -4.0, -3.0, -1.0, -4.0, 2.0, -4.0, -1.0], [-4.0, 4.0, -2.0, 0.0]] }
-- output { [[1], [-9, -3.1715728752538097, 5, -8.82842712474619, 7, -8.82842712474619, 5, -3.1715728752538097], [3,
-- 5], [-19, -4.5709904111084185, 0.7573593128807149, -15.90243804927427, -1, -1.7544162002181105, 9.242640687119286,
-- -1.7721553393992016, -15, -1.7721553393992016, 9.242640687119286, -1.7544162002181105, -1, -15.90243804927427,
-- 0.7573593128807149, -4.5709904111084185], [-2, -2, -10, -2]] [[0], [0, 0.7573593128807149, -6, -9.242640687119286,
-- 0, 9.242640687119286, 6, -0.7573593128807149], [0, 0], [0, -7.538741281309823, 1.0710678118654753,
-- -8.785917882187006, 10, -2.300636507948435, 13.071067811865476, 2.9465400929287466, 0, -2.9465400929287466,
-- -13.071067811865476, 2.300636507948435, -10, 8.785917882187006, -1.0710678118654753, 7.538741281309823], [0, -4, 0,
-- 4]] }

type complex = {re: f64, im: f64}

def times (a: complex) (b: complex) : complex =
  {re = a.re * b.re - a.im * b.im, im = a.re * b.im + a.im * b.re}

def fft [n] (xs: [n]complex) : [n]complex =
  if n <= 1
  then xs
  else let even = fft xs[::2]
       let odd = fft xs[1::2]
       let h = n / 2
       let twisted =
         tabulate h (\k ->
                       let angle = -2 * f64.pi * f64.i64 k / f64.i64 n
                       in times {re = f64.cos angle, im = f64.sin angle} odd[k])
       let low =
         tabulate h (\k -> {re = even[k].re + twisted[k].re, im = even[k].im + twisted[k].im})
       let high =
         tabulate h (\k -> {re = even[k].re - twisted[k].re, im = even[k].im - twisted[k].im})
       in (low ++ high) :> [n]complex

entry main [n] (rows: [n][?]f64) : ([n][?]f64, [n][?]f64) =
  let spectra: [n][?]complex = map (\row -> fft (map (\re -> {re, im = 0}) row)) rows
  in (map (map (.re)) spectra, map (map (.im)) spectra)
