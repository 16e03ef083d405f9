-- Hidden Markov models: the likeliest states of sequences of different lengths, and their forward probabilities.
-- Floats within 4 ulps: products and sums are rounded once in machine code.
-- ==
-- entry: main
-- input { [0.47233135836621143f64, 0.10720930291549116f64, 0.4204593387182974f64] [[0.2954038430879199f64,
-- 0.4524766872499076f64, 0.2521194696621725f64], [0.434236572580622f64, 0.34271329933020195f64,
-- 0.22305012808917613f64], [0.4123450638978212f64, 0.1904272177041558f64, 0.397227718398023f64]]
-- [[0.5042588200090273f64, 0.8518893517324547f64, 0.4811576349857912f64], [0.9560730156258305f64,
-- 0.3443162246944886f64, 0.8610336591178055f64], [0.37347542055435645f64, 0.8220422888738507f64,
-- 0.9328086848728792f64], [0.7794892931152334f64, 0.24166689269562275f64, 0.6452845837547969f64]] empty([0][?]i64) }
-- output { empty([0]f64) empty([0][?]i64) }
-- input { [0.17167196062097595f64, 0.5058202217403993f64, 0.32250781763862457f64] [[0.1758982041805802f64,
-- 0.7680292989992176f64, 0.05607249682020213f64], [0.11602974828263052f64, 0.21021540746365963f64,
-- 0.6737548442537098f64], [0.21582624360408573f64, 0.4468583075432819f64, 0.3373154488526325f64]]
-- [[0.6364426011011948f64, 0.14309229243235727f64, 0.1049115058185967f64], [0.8917019462150143f64,
-- 0.19744494210229646f64, 0.45041991504730094f64], [0.3079363771100684f64, 0.45706769579608875f64,
-- 0.5214528822223256f64], [0.45755862120289603f64, 0.9168090878940337f64, 0.1043389676814836f64]] empty([1][?: 0]i64)
-- }
-- output { [0.9999999999999999f64] empty([1][?: 0]i64) }
-- input { [0.6122041835127288f64, 0.2954578459989766f64, 0.09233797048829459f64] [[0.42113278006829113f64,
-- 0.27208287670638254f64, 0.3067843432253263f64], [0.07381072089903992f64, 0.5354264325924012f64,
-- 0.39076284650855886f64], [0.5513637713968504f64, 0.13290824980716778f64, 0.3157279787959818f64]]
-- [[0.9534787460294627f64, 0.8121736256073718f64, 0.24724741886879897f64], [0.23298573611930584f64,
-- 0.18760701368743637f64, 0.3155836255002373f64], [0.541736374361045f64, 0.1581835680151737f64,
-- 0.30866194334283253f64], [0.5056027835270538f64, 0.3226338301935574f64, 0.15698693442358344f64]] [[0i64, 2i64,
-- 3i64, 2i64], [3i64, 2i64, 1i64], [0i64]] }
-- output { [0.03314166891109792f64, 0.035285253314764314f64, 0.8465170720756551f64] [[0i64, 0i64, 0i64, 0i64], [0i64,
-- 0i64, 0i64], [0i64]] }

module type semiring = {
  type t
  val zero : t
  val one : t
  val plus : t -> t -> t
  val times : t -> t -> t
}

module chains (s: semiring) = {
  def vector_times [k] (v: [k]s.t) (m: [k][k]s.t) : [k]s.t =
    map (\column -> reduce s.plus s.zero (map2 s.times v column)) (transpose m)

  def forward [k] [o] (start: [k]s.t) (step: [k][k]s.t) (emit: [o][k]s.t) (observed: []i64) : [k]s.t =
    loop v = start for i < length observed do
      map2 s.times (if i == 0 then v else vector_times v step) emit[observed[i]]
}

module plus_times = chains {
  type t = f64
  def zero = 0f64
  def one = 1f64
  def plus (x: f64) (y: f64) = x + y
  def times (x: f64) (y: f64) = x * y
}

-- The best score with the path that gave it, newest state last.
def best_path [k] [o] (start: [k]f64) (step: [k][k]f64) (emit: [o][k]f64) (observed: []i64) : []i64 =
  let n = length observed
  let argmax [m] (xs: [m]f64) : i64 =
    (reduce (\(i, x) (j, y) -> if y > x || (y == x && j < i) then (j, y) else (i, x))
            (m, -f64.inf)
            (zip (iota m) xs)).0
  let (scores, back) =
    loop (v, back) = (start, replicate n (replicate k 0)) for t < n do
      if t == 0
      then (map2 (*) v emit[observed[0]], back)
      else let from = map (\j -> argmax (map2 (*) v step[:, j])) (iota k)
           let v' = map2 (\j f -> v[f] * step[f, j] * emit[observed[t], j]) (iota k) from
           in (v', back with [t] = from)
  in if n == 0
     then []
     else let path = replicate n 0 with [n - 1] = argmax scores
          in loop path for u < n - 1 do
               let t = n - 1 - u
               in path with [t - 1] = back[t, path[t]]

entry main [n] [k] [o] (start: [k]f64) (step: [k][k]f64) (emit: [o][k]f64) (observed: [n][?]i64)
    : ([n]f64, [n][?]i64) =
  (map (\os -> f64.sum (plus_times.forward start step emit os)) observed,
   map (best_path start step emit) observed)
