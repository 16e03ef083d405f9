-- Integrals over several intervals at once; each is divided as long as needed.
-- ==
-- entry: main
-- input { empty([0]f64) empty([0]f64) 0.1f64 }
-- output { empty([0]f64) empty([0]i64) }
-- input { [0.0f64] [1.0f64] 1e-06f64 }
-- output { [-0.17000240881904782f64] [27i64] }
-- input { [0.0f64, -1.0f64, 2.0f64] [3.0f64, 1.0f64, 2.0f64] 1e-07f64 }
-- output { [95.13704348511027f64, -2.0f64, 0.0f64] [125i64, 1i64, 1i64] }

type interval = {left: f64, right: f64, depth: i64}

def f (x: f64) : f64 = x ** 5 - 3 * x * x + f64.sin (3 * x)

def simpson (a: f64) (b: f64) : f64 = (b - a) / 6 * (f a + 4 * f ((a + b) / 2) + f b)

entry main [n] (lefts: [n]f64) (rights: [n]f64) (tolerance: f64) : ([n]f64, [n]i64) =
  unzip (map2 (\left right ->
                 let (_, total, count) =
                   loop (work: []interval, total, count) = ([{left, right, depth = 0}], 0, 0) while !(null work) do
                     let estimate {left, right, depth} =
                       let middle = (left + right) / 2
                       let whole = simpson left right
                       let halves = simpson left middle + simpson middle right
                       in (halves, f64.abs (whole - halves) < tolerance || depth >= 12)
                     let judged = map (\i -> (i, estimate i)) work
                     let (good, bad) = partition (\(_, (_, ok)) -> ok) judged
                     let next = map (\({left, right, depth}, _) ->
                                       let middle = (left + right) / 2
                                       in [{left, right = middle, depth = depth + 1},
                                           {left = middle, right, depth = depth + 1}])
                                    bad
                     in (flatten next, total + f64.sum (map (\(_, (v, _)) -> v) good), count + length work)
                 in (total, count))
              lefts rights)
