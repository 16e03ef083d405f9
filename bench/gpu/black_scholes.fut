-- Prices of European options.
-- Floats within 64 ulps of the largest: the polynomial and the exponential function are evaluated in another order.
-- ==
-- nobench input { [100f32] [100f32] [1f32] } output { [8.134002f32] [6.153869f32] }
-- "2^26" compiled script input { data 67108864i64 }
def cumulative (d: f32) : f32 =
  let k = 1 / (1 + 0.2316419 * f32.abs d)
  let sum = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  let tail = 0.3989422804 * f32.exp (-0.5 * d * d) * sum
  in if d > 0 then 1 - tail else tail

def price (stock: f32) (strike: f32) (years: f32) : (f32, f32) =
  let rate = 0.02
  let volatility = 0.18
  let root = f32.sqrt years
  let d1 = (f32.log (stock / strike) + (rate + 0.5 * volatility * volatility) * years) / (volatility * root)
  let d2 = d1 - volatility * root
  let discount = f32.exp (-rate * years)
  let (n1, n2) = (cumulative d1, cumulative d2)
  in (stock * n1 - strike * discount * n2, strike * discount * (1 - n2) - stock * (1 - n1))

entry main [n] (stocks: [n]f32) (strikes: [n]f32) (years: [n]f32) : ([n]f32, [n]f32) =
  unzip (map3 price stocks strikes years)

entry data (n: i64) : ([n]f32, [n]f32, [n]f32) =
  ( map (\i -> 5 + f32.i64 (i % 251) / 10) (iota n)
  , map (\i -> 1 + f32.i64 (i % 991) / 10) (iota n)
  , map (\i -> 0.25 + f32.i64 (i % 97) / 10) (iota n))
