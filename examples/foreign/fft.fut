-- A discrete Fourier transform by FFTW, with real and imaginary parts in arrays of their own.
--
--   planish test --link fft.c --pkg-config fftw3 fft.fut
-- ==
-- input { [1f64, 0f64, 0f64, 0f64] [0f64, 0f64, 0f64, 0f64] }
-- output { [1f64, 1f64, 1f64, 1f64] [0f64, 0f64, 0f64, 0f64] }
-- input { [2f64, 2f64] [1f64, 1f64] } output { [4f64, 0f64] [2f64, 0f64] }

-- FFTW plans one transform at a time, so no two calls may run at once.
#[foreign(cpu, fft, serial)]
def fft [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  let sums k =
    let angle j = -2 * f64.pi * f64.i64 ((j * k) % n) / f64.i64 n
    let turned j = let a = angle j
                   let (c, s) = (f64.cos a, f64.sin a)
                   in (re[j] * c - im[j] * s, re[j] * s + im[j] * c)
    let (xs, ys) = unzip (map turned (iota n))
    in (f64.sum xs, f64.sum ys)
  in unzip (map sums (iota n))

-- Rounding differs between the two, so small numbers become zeros.
entry main [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  let clean x = f64.round (x * 1e9) / 1e9 + 0
  let (xs, ys) = fft re im
  in (map clean xs, map clean ys)
