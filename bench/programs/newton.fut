-- Kepler's equation: where planets are on their orbits, whose eccentricities differ, at a time. Each is found by Newton's
-- method, which takes few steps for some and many for others.
-- Floats within 8 ulps: products and sums are rounded once in machine code.
-- ==
-- nobench input { [0.0, 0.0167, 0.2056, 0.967] [1.0, 2.0, 0.5, 0.1] }
-- output { [1.0, 2.0150787526180465f64, 0.6193524466582971f64, 0.7802277443640641f64] }
-- compiled script input { (between 0 0.99 1 4194304, between (-3.14) 3.14 2 4194304) }
def anomaly (eccentricity: f64) (mean: f64) : f64 =
  let start = if eccentricity < 0.8 then mean else f64.copysign f64.pi mean
  in (loop (e, change, steps) = (start, 1, 0i32)
      while f64.abs change > 1e-13 && steps < 50 do
        let change =
          (e - eccentricity * f64.sin e - mean) / (1 - eccentricity * f64.cos e)
        in (e - change, change, steps + 1)).0

entry main [n] (eccentricities: [n]f64) (means: [n]f64) : [n]f64 =
  map2 anomaly eccentricities means

-- Numbers between two others that look random, for timing.
entry between (low: f64) (high: f64) (seed: u32) (n: i64) : [n]f64 =
  let mix (x: u32) =
    let x = (x ^ (x >> 16)) * 0x45d9f3b
    let x = (x ^ (x >> 16)) * 0x45d9f3b
    in x ^ (x >> 16)
  in tabulate n (\i ->
                   low + (high - low) * f64.u32 (mix (u32.i64 i + seed * 0x9e3779b9)) / 4294967296)
