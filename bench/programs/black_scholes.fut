-- The value of European options by the formula of Black and Scholes: of calls and of puts.
-- Floats within 32 ulps: the polynomial is as good as seven digits.
-- ==
-- nobench input { 0.05f32 0.2f32 [100f32, 100f32, 42f32] [100f32, 110f32, 40f32] [1f32, 0.5f32, 0.5f32] }
-- output { [10.450584f32, 2.9064713f32, 4.080503f32] [5.573526f32, 10.190562f32, 1.0928996f32] }
-- compiled script input { (0.02f32, 0.3f32, between 5 30 1 16777216, between 1 100 2 16777216, between 0.25 10 3 16777216) }

-- The normal distribution, by a polynomial of Abramowitz and Stegun.
def normal (x: f32) : f32 =
  let k = 1 / (1 + 0.2316419 * f32.abs x)
  let polynomial =
    k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  let tail = 0.39894228 * f32.exp (-0.5 * x * x) * polynomial
  in if x > 0 then 1 - tail else tail

def option (rate: f32) (volatility: f32) (price: f32) (strike: f32) (years: f32) : (f32, f32) =
  let deviation = volatility * f32.sqrt years
  let d1 =
    (f32.log (price / strike) + (rate + 0.5 * volatility * volatility) * years) / deviation
  let d2 = d1 - deviation
  let discounted = strike * f32.exp (-rate * years)
  let call = price * normal d1 - discounted * normal d2
  let put = discounted * (1 - normal d2) - price * (1 - normal d1)
  in (call, put)

entry main [n] (rate: f32) (volatility: f32) (prices: [n]f32) (strikes: [n]f32) (years: [n]f32)
    : ([n]f32, [n]f32) =
  unzip (map3 (option rate volatility) prices strikes years)

-- Numbers between two others that look random, for timing.
entry between (low: f32) (high: f32) (seed: u32) (n: i64) : [n]f32 =
  let mix (x: u32) =
    let x = (x ^ (x >> 16)) * 0x45d9f3b
    let x = (x ^ (x >> 16)) * 0x45d9f3b
    in x ^ (x >> 16)
  in tabulate n (\i ->
                   low + (high - low) * f32.u32 (mix (u32.i64 i + seed * 0x9e3779b9)) / 4294967296)
