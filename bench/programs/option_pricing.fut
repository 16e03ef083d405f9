-- The value of a call on the average of several assets at several dates, by simulation of many paths. The paths come
-- from Sobol's sequence, whose numbers become normally distributed, and then steps of Brownian motions by a Brownian
-- bridge, which the correlation of the assets combines.
-- Floats within 512 ulps: the strike is taken off an average of exponentials.
-- Checklist: 127.
-- ==
-- nobench script input { (4i64, 8i64, directions 15i64, bridge_points 5i64, bridge_weights 5i64,
--                         [[1f32, 0f32, 0f32], [0.5f32, 0.8660254f32, 0f32], [0.3f32, 0.2f32, 0.9327379f32]],
--                         [0.03f32, 0.03f32, 0.03f32], [0.2f32, 0.3f32, 0.25f32], [100f32, 90f32, 120f32], 100f32) }
-- output { 14.051855f32 }
-- compiled script input { (8192i64, 128i64, directions 15i64, bridge_points 5i64, bridge_weights 5i64,
--                          [[1f32, 0f32, 0f32], [0.5f32, 0.8660254f32, 0f32], [0.3f32, 0.2f32, 0.9327379f32]],
--                          [0.03f32, 0.03f32, 0.03f32], [0.2f32, 0.3f32, 0.25f32], [100f32, 90f32, 120f32], 100f32) }

-- ---- Sobol's sequence

def bits : i64 = 30

-- Point number i: the exclusive or of the direction numbers for the bits of its Gray code.
def sobol [dims] (directions: [dims][bits]u32) (i: i64) : [dims]u32 =
  let gray = i ^ (i >> 1)
  let chosen v = map2 (\k d -> if (gray >> k) & 1 == 1 then d else 0) (iota bits) v
  in map (\v -> reduce (^) 0 (chosen v)) directions

-- The point after number i.
def next_sobol [dims] (directions: [dims][bits]u32) (i: i64) (point: [dims]u32) : [dims]u32 =
  let changed = i64.i32 (i64.ctz (i + 1))
  in map2 (\v p -> p ^ v[changed]) directions point

def to_unit (p: u32) : f32 = (f32.u32 p + 0.5) / 1073741824

-- ---- The normal distribution

-- Where the normal distribution takes this value, by Acklam's rational approximation.
def inverse_normal (p: f32) : f32 =
  let tail q =
    (((((-7.784894e-3 * q - 0.32239646) * q - 2.4007583) * q - 2.5497325) * q + 4.3746643) * q
     + 2.938164)
    / ((((7.784696e-3 * q + 0.32246712) * q + 2.4451342) * q + 3.7544086) * q + 1)
  let middle q =
    let r = q * q
    in (((((-39.696830 * r + 220.94610) * r - 275.92851) * r + 138.35775) * r - 30.664798) * r
        + 2.5066283)
       * q
       / (((((-54.476099 * r + 161.58584) * r - 155.69898) * r + 66.801312) * r - 13.280682) * r
          + 1)
  in if p < 0.02425
     then tail (f32.sqrt (-2 * f32.log p))
     else if p > 0.97575
     then -(tail (f32.sqrt (-2 * f32.log (1 - p))))
     else middle (p - 0.5)

-- ---- Paths

-- A date of a bridge is computed from an earlier and a later one that are known already.
type point = {date: i64, before: i64, after: i64}
type weights = {before: f32, after: f32, deviation: f32}

-- A Brownian motion at all dates. Its last date comes first.
def bridge [dates] (points: [dates]point) (weights: [dates]weights) (normals: [dates]f32)
    : [dates]f32 =
  loop path = replicate dates 0 for (p, w, z) in zip3 points weights normals do
    let before = if p.before < 0 then 0 else path[p.before]
    in path with [p.date] = w.before * before + w.after * path[p.after] + w.deviation * z

def differences [n] (xs: [n]f32) : [n]f32 =
  tabulate n (\i -> if i == 0 then xs[0] else xs[i] - xs[i - 1])

def dot [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)

-- What the option pays on the path of a point.
def payoff [dates] [assets]
           (points: [dates]point)
           (weights: [dates]weights)
           (correlation: [assets][assets]f32)
           (rates: [assets]f32)
           (volatilities: [assets]f32)
           (starts: [assets]f32)
           (strike: f32)
           (sobol_point: [dates * assets]u32) : f32 =
  let normals = unflatten (map (\p -> inverse_normal (to_unit p)) sobol_point)
  let steps = transpose (map (\zs -> differences (bridge points weights zs)) (transpose normals))
  let correlated = map (\zs -> map (dot zs) correlation) steps
  let growth = map (map3 (\r v z -> r - 0.5 * v * v + v * z) rates volatilities) correlated
  let prices = map2 (\s gs -> map (\g -> s * f32.exp g) (scan (+) 0 gs)) starts (transpose growth)
  let average = f32.sum (map f32.sum prices) / f32.i64 (dates * assets)
  in f32.max 0 (average - strike)

-- Dates are a year apart. Each chunk of paths computes its first point directly and the others one from the other.
entry main [dates] [assets]
           (chunks: i64)
           (length: i64)
           (directions: [dates * assets][bits]u32)
           (bridge_points: [dates][3]i64)
           (bridge_weights: [dates][3]f32)
           (correlation: [assets][assets]f32)
           (rates: [assets]f32)
           (volatilities: [assets]f32)
           (starts: [assets]f32)
           (strike: f32) : f32 =
  let points = map (\p -> {date = p[0], before = p[1], after = p[2]}) bridge_points
  let weights = map (\w -> {before = w[0], after = w[1], deviation = w[2]}) bridge_weights
  let pay = payoff points weights correlation rates volatilities starts strike
  let chunk c =
    let first = c * length
    let (_, total) =
      loop (point, total) = (sobol directions first, 0) for i < length do
        (next_sobol directions (first + i) point, total + pay point)
    in total
  in f32.sum (tabulate chunks chunk) / f32.i64 (chunks * length)

-- ---- Data

-- The direction numbers of up to 16 dimensions, from primitive polynomials and first numbers of Joe and Kuo.
entry directions (dims: i64) : [dims][bits]u32 =
  let polynomials: [15](i64, u32) =
    [ (1, 0), (2, 1), (3, 1), (3, 2), (4, 1), (4, 4), (5, 2), (5, 4), (5, 7), (5, 11), (5, 13)
    , (5, 14), (6, 1)
    , (6, 13), (6, 16)
    ]
  let first: [15][6]u32 =
    [ [1, 0, 0, 0, 0, 0], [1, 3, 0, 0, 0, 0], [1, 3, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0]
    , [1, 1, 3, 3, 0, 0]
    , [1, 3, 5, 13, 0, 0], [1, 1, 5, 5, 17, 0], [1, 1, 5, 5, 5, 0], [1, 1, 7, 11, 19, 0]
    , [1, 1, 5, 1, 1, 0]
    , [1, 1, 1, 3, 11, 0], [1, 3, 5, 5, 31, 0], [1, 3, 3, 9, 7, 49], [1, 1, 1, 15, 21, 21]
    , [1, 3, 1, 13, 27, 49]
    ]
  let place k = 1 << u32.i64 (bits - 1 - k)
  let recurrence (degree, polynomial) (ms: [6]u32) : [bits]u32 =
    loop v = replicate bits 0 for k < bits do
      let new =
        if k < degree
        then ms[k] * place k
        else loop d = v[k - degree] ^ (v[k - degree] >> u32.i64 degree) for j in 1..<degree do
               let used = (polynomial >> u32.i64 (degree - 1 - j)) & 1
               in d ^ (used * v[k - j])
      in v with [k] = new
  in tabulate dims (\i ->
                      if i == 0
                      then tabulate bits place
                      else recurrence polynomials[i - 1] first[i - 1])

-- The order in which a bridge is built: the last date, and then each stretch cut in two, the widest first.
def bridge_order (dates: i64) : [dates]point =
  let last = {date = dates - 1, before = -1, after = dates - 1}
  let order =
    loop order = replicate dates last for k in 1..<dates do
      -- The date to come lies in the middle of the widest stretch without a date.
      let known = map (\i -> or (map (\p -> p.date == i) order[:k])) (iota dates)
      let stretch i =
        let before = loop b = i - 1 while b >= 0 && !known[b] do b - 1
        let after = loop a = i while !known[a] do a + 1
        in (before, after)
      let wider (a, b) (c, d) : (i64, i64) = if d - c > b - a then (c, d) else (a, b)
      let (before, after) = reduce wider (-1, -1) (map stretch (iota dates))
      in order with [k] = {date = (before + after) / 2, before, after}
  in order

entry bridge_points (dates: i64) : [dates][3]i64 =
  map (\p -> [p.date, p.before, p.after]) (bridge_order dates)

-- A date that lies between two others, by their distances in time. The last date depends on nothing but the start.
entry bridge_weights (dates: i64) : [dates][3]f32 =
  let weights (p: point) =
    if p.date == p.after
    then [0, 0, f32.sqrt (f32.i64 dates)]
    else let left = f32.i64 (p.date - p.before)
         let right = f32.i64 (p.after - p.date)
         in [right / (left + right), left / (left + right),
             f32.sqrt (left * right / (left + right))]
  in map weights (bridge_order dates)
