-- One of everything that a C API has functions for; its client calls each of them.

type option = #some i64 | #none
-- | Two numbers.
type pair = {left: i64, right: f64}
type~ answer = #no | #maybe f64 | #yes ([]i64) bool

-- What scalars and arrays are.

-- | The sum of products.
--
-- Of as many as there are.
#[anything]
entry dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)
entry outer [n] [m] (xs: [n]i64) (ys: [m]i64) : [n][m]i64 = map (\x -> map (* x) ys) xs
entry half (x: f16) : f16 = x / 2
entry not_all (bs: []bool) (b: bool) : bool = b && not (and bs)

-- Without arguments, with the unit, with several results, with arguments that are consumed.
entry constant : i64 = 42
entry from_unit () : i64 = 43
entry to_unit (_: i64) : () = ()
entry divided (a: i64) (b: i64) : (i64, i64) = (a / b, a % b)
entry zeroed (xs: *[]i64) (i: i64) : *[]i64 = xs with [i] = 0
entry traced (x: i64) : i64 = trace x

-- Records, sums, and arrays of them.
entry swapped (p: pair) : pair = {left = i64.f64 p.right, right = f64.i64 p.left}
entry answered (a: answer) : i64 =
  match a
  case #no -> -1
  case #maybe p -> i64.f64 (100 * p)
  case #yes xs sure -> i64.sum xs * (if sure then 1 else 2)
entry pairs (n: i64) : []pair = tabulate n (\i -> {left = i, right = f64.i64 (-i)})
entry total (ps: []pair) : pair = {left = i64.sum (map (.left) ps), right = f64.sum (map (.right) ps)}
entry options (n: i64) : [n]option = tabulate n (\i -> if i % 2 == 0 then #some i else #none)
entry some (os: []option) : i64 = i64.sum (map (\o -> match o case #some i -> i case #none -> 0) os)

entry failing (xs: []i64) : i64 = assert (length xs > 3) xs[3]
