-- Bonds with different numbers of coupons: price, duration, and yield by Newton's method that stops at different times.
-- Floats within 64 ulps: yields are roots that Newton's method comes near to.
-- ==
-- entry: main
-- input { empty([0]f64) empty([0][?]f64) empty([0][?]f64) 0.03f64 }
-- output { empty([0]f64) empty([0]f64) empty([0]f64) true }
-- input { [63.50677021470588f64] empty([1][?: 0]f64) empty([1][?: 0]f64) 0.03f64 }
-- output { [61.62986150495276f64] [0.0f64] [0.03f64] true }
-- input { [62.10461076893277f64, 90.2657410338157f64, 72.23910477549879f64, 81.07011854264115f64] [[],
-- [2.706509998455134f64, 4.896685674128711f64, 5.894282447619257f64], [], [1.5437807692397296f64,
-- 6.2553439558286685f64]] [[], [3.2431117105364358f64, 4.6894672928928465f64, 1.4145439269722484f64], [],
-- [2.8397931702208683f64, 4.322742916178196f64]] 0.03f64 }
-- output { [60.26914213347939f64, 83.86004964349652f64, 70.1041165769255f64, 73.493091810029f64] [0.0f64,
-- 0.41622941305428524f64, 0.0f64, 0.3619274187264839f64] [0.03f64, 0.03f64, 0.03f64, 0.03f64] true }

type flow = {time: f64, amount: f64}
type~ bond = {face: f64, flows: []flow}

def discounted (y: f64) (f: flow) : f64 = f.amount * f64.exp (-y * f.time)

def price (y: f64) (b: bond) : f64 =
  b.face * f64.exp (-y * (if null b.flows then 1 else (last b.flows).time))
  + f64.sum (map (discounted y) b.flows)

def duration (y: f64) (b: bond) : f64 =
  let p = price y b
  let weighted = f64.sum (map (\f -> f.time * discounted y f) b.flows)
  in if p == 0 then 0 else weighted / p

def yield_of (b: bond) (target: f64) : (f64, i32) =
  let eps = 1e-6
  let (y, _, steps) =
    loop (y, go, steps) = (0.05, true, 0) while go && steps < 50 do
      let f = price y b - target
      let f' = (price (y + eps) b - price (y - eps) b) / (2 * eps)
      let y' = y - f / f'
      in (y', f64.abs (y' - y) > 1e-10, steps + 1)
  in (y, steps)

entry main [n] (faces: [n]f64) (times: [n][?]f64) (amounts: [n][?]f64) (y: f64)
    : ([n]f64, [n]f64, [n]f64, bool) =
  let flows: [n][?]flow = irregular.map2 (\time amount -> {time, amount}) times amounts
  let bonds = zip faces flows
  let prices = map (\(face, fs) -> price y {face, flows = fs}) bonds
  let durations = map (\(face, fs) -> duration y {face, flows = fs}) bonds
  let (ys, steps) = unzip (map2 (\(face, fs) p -> yield_of {face, flows = fs} p) bonds prices)
  in (prices, durations, ys, all (< 50) steps)
