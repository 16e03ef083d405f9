-- Sparse systems of equations by conjugate gradients, one and many of different sizes at once.
-- Expected solutions are from the elimination of Gauss, in another language.
-- Floats within 8 ulps: elimination is another method.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]f64) empty([0]f64) }
-- output { empty([0]f64) }
-- input { [[0i64]] [[1.0f64]] [0.912f64] }
-- output { [0.912f64] }
-- input { [[0i64, 2i64], [1i64], [0i64, 2i64], [3i64, 4i64], [3i64, 4i64]] [[1.085f64, -0.085f64], [1.0f64],
-- [-0.085f64, 1.085f64], [1.431f64, -0.431f64], [-0.431f64, 1.431f64]] [-0.213f64, 0.446f64, 0.99f64, 0.899f64,
-- 0.088f64] }
-- output { [-0.12560256410256407f64, 0.446f64, 0.9026025641025641f64, 0.7112765843179376f64, 0.27572341568206227f64]
-- }
-- input { [[0i64, 2i64, 5i64], [1i64, 2i64, 7i64], [0i64, 1i64, 2i64, 4i64], [3i64, 5i64], [2i64, 4i64], [0i64, 3i64,
-- 5i64], [6i64], [1i64, 7i64], [8i64]] [[1.546f64, -0.036f64, -0.51f64], [2.2190000000000003f64, -0.465f64,
-- -0.754f64], [-0.036f64, -0.465f64, 1.525f64, -0.024f64], [1.8940000000000001f64, -0.894f64], [-0.024f64, 1.024f64],
-- [-0.51f64, -0.894f64, 2.404f64], [1.0f64], [-0.754f64, 1.754f64], [1.0f64]] [0.448f64, -0.027f64, -0.556f64,
-- -0.351f64, 0.399f64, -0.668f64, 0.816f64, -0.464f64, 0.823f64] }
-- output { [0.15426728908951012f64, -0.22333391228591817f64, -0.42307086010789535f64, -0.3651255406885908f64,
-- 0.3797327142162212f64, -0.3809259217720259f64, 0.816f64, -0.3605437684513012f64, 0.823f64] }
-- entry: many
-- input { empty([0][?][?]i64) empty([0][?][?]f64) empty([0][?]f64) }
-- output { empty([0][?]f64) }
-- input { empty([1][?: 0][?]i64) empty([1][?: 0][?]f64) empty([1][?: 0]f64) }
-- output { empty([1][?: 0]f64) }
-- input { [[[0i64], [1i64]], [], [[0i64], [1i64], [2i64, 3i64], [2i64, 3i64]], [[0i64]]] [[[1.0f64], [1.0f64]], [],
-- [[1.0f64], [1.0f64], [1.512f64, -0.512f64], [-0.512f64, 1.512f64]], [[1.0f64]]] [[0.915f64, 0.412f64], [],
-- [0.868f64, 0.247f64, -0.849f64, 0.641f64], [0.452f64]] }
-- output { [[0.915f64, 0.412f64], [], [0.868f64, 0.247f64, -0.47208300395256914f64, 0.26408300395256923f64],
-- [0.452f64]] }
def multiply [n] (matrix: [n][?](i64, f64)) (x: [n]f64) : [n]f64 =
  map (\row -> f64.sum (map (\(j, a) -> a * x[j]) row)) matrix

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def solve [n] (a: [n][?](i64, f64)) (b: [n]f64) : ([n]f64, i64) =
  let x = replicate n 0
  let (x, _, _, _, steps) =
    loop (x, r, p, rr, steps) = (x, b, b, dot b b, 0) while rr > 1e-20 && steps < 10 * n do
      let q = multiply a p
      let alpha = rr / dot p q
      let x = map2 (\u v -> u + alpha * v) x p
      let r = map2 (\u v -> u - alpha * v) r q
      let rr' = dot r r
      let p = map2 (\u v -> u + rr' / rr * v) r p
      in (x, r, p, rr', steps + 1)
  in (x, steps)

entry main [n] (columns: [n][?]i64) (values: [n][?]f64) (b: [n]f64) : [n]f64 =
  (solve (irregular.zip columns values) b).0

-- Many systems, each with a size of its own.
entry many [k] (columns: [k][?][?]i64) (values: [k][?][?]f64) (bs: [k][?]f64) : [k][?]f64 =
  map3 (\c v b -> let n = length b
                  let c = c :> [n][?]i64
                  let v = v :> [n][?]f64
                  in (solve (irregular.zip c v) (b :> [n]f64)).0)
       columns values bs
