-- Speckle-reducing diffusion of an image: noise is smoothed, except where the image has edges.
-- Floats within 512 ulps of the largest: sums over the image in another order; exponentials and logarithms.
-- Checklist: 127.
-- ==
-- nobench input { 2 0.5f32 [[10f32, 20f32, 30f32], [10f32, 200f32, 30f32], [40f32, 20f32, 10f32]] }
-- output { [[11.096299f32, 26.43864f32, 28.48229f32], [21.814522f32, 174.79678f32, 42.180332f32], [33.17218f32,
--          36.090214f32, 18.874258f32]] }
-- compiled script input { (100, 0.5f32, image 502i64 458i64) }
def step [n] [m] (lambda: f32) (image: [n][m]f32) : [n][m]f32 =
  let count = f32.i64 (n * m)
  let sum = f32.sum (flatten image)
  let squares = f32.sum (map (\v -> v * v) (flatten image))
  let mean = sum / count
  let variance = squares / count - mean * mean
  let noise = variance / (mean * mean)
  let at i j = image[i64.max 0 (i64.min (n - 1) i), i64.max 0 (i64.min (m - 1) j)]
  let differences i j =
    let here = image[i, j]
    in (at (i - 1) j - here, at (i + 1) j - here, at i (j - 1) - here, at i (j + 1) - here)
  let coefficient i j =
    let here = image[i, j]
    let (north, south, west, east) = differences i j
    let gradient = (north * north + south * south + west * west + east * east) / (here * here)
    let laplacian = (north + south + west + east) / here
    let numerator = 0.5 * gradient - (1 / 16) * laplacian * laplacian
    let denominator = 1 + 0.25 * laplacian
    let q = numerator / (denominator * denominator)
    let c = 1 / (1 + (q - noise) / (noise * (1 + noise)))
    in f32.max 0 (f32.min 1 c)
  let coefficients = tabulate_2d n m coefficient
  let new i j =
    let (north, south, west, east) = differences i j
    let here = coefficients[i, j]
    let below = coefficients[i64.min (n - 1) (i + 1), j]
    let right = coefficients[i, i64.min (m - 1) (j + 1)]
    in image[i, j] + 0.25 * lambda * (here * north + below * south + here * west + right * east)
  in tabulate_2d n m new

entry main [n] [m] (steps: i32) (lambda: f32) (image: [n][m]f32) : [n][m]f32 =
  let start = map (map (\v -> f32.exp (v / 255))) image
  in map (map (\v -> 255 * f32.log v)) (iterate steps (step lambda) start)

-- Data for timing.
entry image (n: i64) (m: i64) : [n][m]f32 =
  tabulate_2d n m (\i j -> f32.i64 ((i / 32 + j / 48) % 5 * 40 + (i * 31 + j * 17) % 53))
