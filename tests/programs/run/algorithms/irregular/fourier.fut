-- Fourier transforms of rows of any length, by recursion on the even and the odd elements.
-- Expected values are from the definition.
-- Floats within 16 ulps of the largest: the numbers that a transform adds up cancel.
-- ==
-- input { empty([0][?]f64) }
-- output { empty([0][?]f64) empty([0][?]f64) }
-- input { empty([1][?: 0]f64) }
-- output { empty([1][?: 0]f64) empty([1][?: 0]f64) }
-- input { [[0.0f64], [1.0f64, 4.0f64, -4.0f64, 3.0f64, -1.0f64, -4.0f64, -2.0f64, -3.0f64], [], [1.0f64, 3.0f64,
-- -1.0f64, 2.0f64, 4.0f64, -3.0f64], [-1.0f64, -4.0f64, -1.0f64], [2.0f64, 0.0f64, -2.0f64, 2.0f64, -2.0f64, -3.0f64,
-- -2.0f64, 3.0f64, -2.0f64, -2.0f64, -4.0f64, -4.0f64]] }
-- output { [[0f64], [-6f64, 3.414213562373095f64, 6f64, 0.585786437626905f64, -6f64, 0.585786437626905f64, 6f64,
-- 3.414213562373095f64], [], [6f64, -2.5f64, 1.5f64, 2f64, 1.5f64, -2.5f64], [-6f64, 1.5f64, 1.5f64], [-14f64,
-- -0.4641016151377546f64, 3f64, 6f64, 7f64, 6.464101615137754f64, -6f64, 6.464101615137754f64, 7f64, 6f64, 3f64,
-- -0.4641016151377546f64]] [[0f64], [0f64, -7.899494936611665f64, 0f64, -11.899494936611665f64, 0f64,
-- 11.899494936611665f64, 0f64, 7.899494936611665f64], [], [0f64, -0.8660254037844386f64, -9.526279441628825f64, 0f64,
-- 9.526279441628825f64, 0.8660254037844386f64], [0f64, 2.598076211353316f64, -2.598076211353316f64], [0f64,
-- -4.732050807568878f64, -10.392304845413264f64, 6f64, -6.928203230275509f64, -1.2679491924311228f64, 0f64,
-- 1.2679491924311228f64, 6.928203230275509f64, -6f64, 10.392304845413264f64, 4.732050807568878f64]] }
-- input { [[-1.0f64, -1.0f64, -2.0f64, -2.0f64, 0.0f64, 1.0f64, -1.0f64, 4.0f64, -1.0f64, -2.0f64, -1.0f64, 2.0f64,
-- 0.0f64, -4.0f64, 1.0f64, 2.0f64]] }
-- output { [[-5f64, -3.6609236426105474f64, 2.242640687119285f64, 7.225125579049943f64, 1f64, -8.639339141423038f64,
-- -6.242640687119285f64, 5.075137204983642f64, -5f64, 5.075137204983642f64, -6.242640687119285f64,
-- -8.639339141423038f64, 1f64, 7.225125579049943f64, 2.242640687119285f64, -3.6609236426105474f64]] [[0f64,
-- 0.0493905139530865f64, 7.242640687119285f64, -0.26763482160912794f64, 12f64, -4.510275508728413f64,
-- 1.2426406871192852f64, -4.193250173166199f64, 0f64, 4.193250173166199f64, -1.2426406871192852f64,
-- 4.510275508728413f64, -12f64, 0.26763482160912794f64, -7.242640687119285f64, -0.0493905139530865f64]] }
type complex = (f64, f64)

def times ((a, b): complex) ((c, d): complex) : complex = (a * c - b * d, a * d + b * c)
def plus ((a, b): complex) ((c, d): complex) : complex = (a + c, b + d)
def root (n: i64) (k: i64) : complex =
  let angle = -2 * f64.pi * f64.i64 (k % n) / f64.i64 n in (f64.cos angle, f64.sin angle)

-- Halves as long as the length is even, then the definition.
def transform [n] (xs: [n]complex) : [n]complex =
  if n == 0 then xs
  else if n % 2 == 1
  then tabulate n (\k -> reduce plus (0, 0) (map2 (\j x -> times x (root n (j * k))) (iota n) xs))
  else let half = n / 2
       let even = transform xs[0:n:2]
       let odd = transform xs[1:n:2]
       in tabulate n (\k -> plus even[k % half] (times (root n k) odd[k % half]))

entry main [n] (rows: [n][?]f64) : ([n][?]f64, [n][?]f64) =
  let transformed: [n][?]complex = map (\row -> transform (map (\x -> (x, 0)) row)) rows
  in irregular.unzip transformed
