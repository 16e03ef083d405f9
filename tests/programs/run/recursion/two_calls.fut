-- Calls that do not need each other's results: of numbers, in maps, and of functions that call each other.
-- ==
-- entry: fibonacci
-- input { 0i64 } output { 0i64 }
-- input { 20i64 } output { 6765i64 }

-- ==
-- entry: fibonaccis
-- input { [10i64, 0i64, 15i64, 1i64] } output { [55i64, 0i64, 610i64, 1i64] }
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: leaves
-- input { 12i64 } output { 4096i64 }

-- ==
-- entry: integral
-- input { 0f64 1f64 } output { 0.25f64 }

-- ==
-- entry: quarters
-- input { 4i64 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] } output { 136 }
def fib (n: i64) : i64 = if n < 2 then n else fib (n - 1) + fib (n - 2)

entry fibonacci (n: i64) : i64 = fib n
entry fibonaccis (ns: []i64) : []i64 = map fib ns

-- Each calls the other twice.
def left (depth: i64) : i64 = if depth == 0 then 1 else right (depth - 1) + right (depth - 1)
def right (depth: i64) : i64 = if depth == 0 then 1 else left (depth - 1) + left (depth - 1)

entry leaves (depth: i64) : i64 = left depth

-- Simpson's rule, with halves where it is not exact enough.
def simpson (a: f64) (b: f64) : f64 =
  let f x = x * x * x
  in (b - a) / 6 * (f a + 4 * f ((a + b) / 2) + f b)

def adaptive (a: f64) (b: f64) (whole: f64) (depth: i64) : f64 =
  let middle = (a + b) / 2
  let (first, second) = (simpson a middle, simpson middle b)
  in if depth == 0 || f64.abs (first + second - whole) < 1e-300
     then first + second
     else adaptive a middle first (depth - 1) + adaptive middle b second (depth - 1)

entry integral (a: f64) (b: f64) : f64 = f64.round (1e12 * adaptive a b (simpson a b) 6) / 1e12

-- Four calls with parts of a matrix; the matrix itself is the same for all of them.
def sum_of [n] (xs: [n]i32) (side: i64) (row: i64) (column: i64) (size: i64) : i32 =
  if size == 1
  then xs[row * side + column]
  else let half = size / 2
       in sum_of xs side row column half + sum_of xs side (row + half) column half
          + sum_of xs side row (column + half) half
          + sum_of xs side (row + half) (column + half) half

entry quarters (side: i64) (xs: []i32) : i32 = sum_of xs side 0 0 side
