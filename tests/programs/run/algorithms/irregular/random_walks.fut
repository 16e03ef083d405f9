-- Random walks of different lengths with a linear congruential generator; chains are rows, statistics per chain,
-- thinned chains, and the longest run of equal states.
-- Floats within 4 ulps: products and sums are rounded once in machine code.
-- ==
-- entry: main
-- input { empty([0]u64) empty([0]i64) empty([0]f64) }
-- output { empty([0][?]f64) empty([0]f64) empty([0]i64) empty([0]f64) }
-- input { [8382191933752855802u64] [0i64] [2.4885297776127304f64] }
-- output { [[0.0f64]] [0.0f64] [0i64] [0.0f64] }
-- input { [10399734939848718568u64, 7625152920309656081u64, 3647228866891398513u64] [6i64, 9i64, 2i64]
-- [1.7125216503235612f64, 2.9320203020020346f64, 2.575659802867055f64] }
-- output { [[0.0f64, 0.8340205646563016f64, 0.4007871335743485f64], [0.0f64, -0.3616171100188566f64,
-- 0.4532275057335484f64, 0.6753133269892637f64], [0.0f64]] [0.48059768018464244f64, -0.10691540473054648f64,
-- 0.02254045389637871f64] [0i64, 1i64, 0i64] [0.4007871335743485f64, -0.3616171100188566f64, 0.0f64] }

module lcg = {
  type rng = u64
  def next (s: rng) : rng = s * 6364136223846793005 + 1442695040888963407
  def unit (s: rng) : f64 = f64.u64 (s >> 11) / 9007199254740992.0
}

def walk (seed: u64) (steps: i64) (scale: f64) : [steps + 1]f64 =
  let (chain, _, _) =
    loop (chain, x, s) = (replicate (steps + 1) 0, 0, seed) for i < steps do
      let s = lcg.next s
      let proposal = x + scale * (lcg.unit s - 0.5)
      let s = lcg.next s
      let accept = lcg.unit s < f64.exp (0.5 * (x * x - proposal * proposal))
      let x = if accept then proposal else x
      in (chain with [i + 1] = x, x, s)
  in chain

def thin (k: i64) (xs: []f64) : []f64 = xs[::k]

def longest_stay [n] (xs: [n]f64) : i64 =
  let same = map (\i -> i > 0 && xs[i] == xs[i - 1]) (iota n)
  let runs =
    scan (\(a, f) (b, g) -> if g then (b, true) else (a + b, f))
         (0, false)
         (map (\s -> if s then (1, false) else (0, true)) same)
  in i64.max 0 (i64.maximum (map (.0) runs))

def quantile [n] (q: f64) (xs: [n]f64) : f64 =
  let rank x = i64.sum (map (\y -> i64.bool (y < x)) xs)
  let target = i64.f64 (q * f64.i64 (n - 1))
  -- Equal values share a rank; the one with the highest rank that is not above the target.
  let (_, best) =
    reduce (\(r, x) (s, y) -> if s > r then (s, y) else (r, x))
           (-1, f64.nan)
           (filter (\(r, _) -> r <= target) (map (\x -> (rank x, x)) xs))
  in best

entry main [n] (seeds: [n]u64) (steps: [n]i64) (scales: [n]f64)
    : ([n][?]f64, [n]f64, [n]i64, [n]f64) =
  let chains: [n][?]f64 = map3 walk seeds steps scales
  let means = map (\c -> f64.sum c / f64.i64 (length c)) chains
  in (map (thin 3) chains, means, map longest_stay chains, map (quantile 0.5) chains)
