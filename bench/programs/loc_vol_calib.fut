-- Calibration of a model in which volatility depends on the price and is itself random: the values of calls with many
-- strikes. For each strike a differential equation in price (x), volatility (y) and time is solved backwards in time on
-- a grid, by alternating directions: each step is explicit in both directions and then implicit in one after the other,
-- which means a tridiagonal system for each line of the grid.
-- Floats within 8 ulps: products and sums are rounded once in machine code.
-- Checklist: 127.
-- ==
-- nobench input { 12i64 12i64 8i64 6i64 }
-- output { [0.030000007f32, 0.029000008f32, 0.028000008f32, 0.027000006f32, 0.026000008f32, 0.025000008f32, 0.024000006f32, 0.023000006f32, 0.022276996f32, 0.022044962f32,
--           0.021812923f32, 0.021580888f32] }
-- compiled input { 64i64 128i64 64i64 64i64 }

def start_price : f32 = 0.03
def years : f32 = 5
def alpha : f32 = 0.2
def beta : f32 = 0.5
def nu : f32 = 0.6

-- The points of the grid, and the index of the one where the process starts.
type axis [n] = {points: [n]f32, start: i64}

def axis_x (n: i64) : axis [n] =
  let dx = 20 * alpha * start_price * f32.sqrt years / f32.i64 n
  let start = i64.f32 (start_price / dx)
  in {points = tabulate n (\i -> f32.i64 (i - start) * dx + start_price), start}

def axis_y (n: i64) : axis [n] =
  let dy = 10 * nu * f32.sqrt years / f32.i64 n
  let start = n / 2
  in {points = tabulate n (\i -> f32.i64 (i - start) * dy + f32.log alpha), start}

-- The second derivative at each point as weights of the point before, the point itself and the next.
def second_derivative [n] (xs: [n]f32) : [n](f32, f32, f32) =
  let weights i =
    if i == 0 || i == n - 1
    then (0, 0, 0)
    else let below = xs[i] - xs[i - 1]
         let above = xs[i + 1] - xs[i]
         in ( 2 / below / (below + above)
            , -2 * (1 / below + 1 / above) / (below + above)
            , 2 / above / (below + above)
            )
  in tabulate n weights

-- Solves a tridiagonal system by Thomas' algorithm.
def tridiagonal [n] (lower: [n]f32) (diagonal: *[n]f32) (upper: [n]f32) (right: *[n]f32) : *[n]f32 =
  let (diagonal, right) =
    loop (diagonal, right) for i in 1..<n do
      let factor = lower[i] / diagonal[i - 1]
      in ( diagonal with [i] = diagonal[i] - factor * upper[i - 1]
         , right with [i] = right[i] - factor * right[i - 1]
         )
  let right = right with [n - 1] = right[n - 1] / diagonal[n - 1]
  in loop right for j < n - 1 do
       let i = n - 2 - j
       in right with [i] = (right[i] - upper[i] * right[i + 1]) / diagonal[i]

-- The weighted sum of three neighbours; where there is none its weight is 0.
def stencil [n] (xs: [n]f32) (i: i64) ((l, d, u): (f32, f32, f32)) : f32 =
  let before = if i > 0 then l * xs[i - 1] else 0
  let after = if i < n - 1 then u * xs[i + 1] else 0
  in before + d * xs[i] + after

-- One step back in time, of length 1 / rate.
def step [n] [m]
         (xs: [n]f32)
         (ys: [m]f32)
         (dxx: [n](f32, f32, f32))
         (dyy: [m](f32, f32, f32))
         (time: f32)
         (rate: f32)
         (values: [n][m]f32) : [n][m]f32 =
  let scale k (l, d, u) : (f32, f32, f32) = (k * l, k * d, k * u)
  let variance_x x y = f32.exp (2 * (beta * f32.log x + y - 0.5 * nu * nu * time))
  let variance_y = nu * nu
  -- Of each point the weights in direction x, with half of the variance.
  let weights_x = map (\y -> map2 (\x w -> scale (0.5 * variance_x x y) w) xs dxx) ys
  let weights_y = map (scale (0.5 * variance_y)) dyy
  -- The explicit part: rows are lines in direction x, and then in direction y.
  let columns = transpose values
  let explicit_x =
    map2 (\line weights -> map3 (\i v w -> rate * v + 0.5 * stencil line i w) (iota n) line weights)
         columns
         weights_x
  let explicit_y = map (\line -> map2 (stencil line) (iota m) weights_y) values
  let right = map2 (map2 (+)) explicit_x (transpose explicit_y)
  -- The implicit part.
  let solve [k] (weights: [k](f32, f32, f32)) (right: *[k]f32) : *[k]f32 =
    let (lower, diagonal, upper) = unzip3 (map (scale 0.5) weights)
    in tridiagonal (map f32.neg lower) (map (rate -) diagonal) (map f32.neg upper) right
  let half_way = transpose (map2 (\weights line -> solve weights (copy line)) weights_x right)
  in map2 (\line explicit ->
             solve weights_y (map2 (\u v -> rate * u - 0.5 * v) line explicit))
          half_way
          explicit_y

def value [n] [m] (x: axis [n]) (y: axis [m]) (times: i64) (strike: f32) : f32 =
  let dxx = second_derivative x.points
  let dyy = second_derivative y.points
  let time i = years * f32.i64 i / f32.i64 (times - 1)
  let last = map (\p -> replicate m (f32.max 0 (p - strike))) x.points
  let values =
    loop values = last for k < times - 1 do
      let i = times - 2 - k
      in step x.points y.points dxx dyy (time i) (1 / (time (i + 1) - time i)) values
  in values[x.start, y.start]

entry main (strikes: i64) (n: i64) (m: i64) (times: i64) : [strikes]f32 =
  let x = axis_x n
  let y = axis_y m
  in tabulate strikes (\i -> value x y times (0.001 * f32.i64 i))
