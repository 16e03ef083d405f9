-- Lambdas and local functions.

def never_called_after (y: i32) (xs: *[]i32) : i32 =
  let f (x: i32) = x + xs[0]
  let z = f y
  let xs[1] = 2
  in z + xs[0]

def own_parameters (xss: *[][]i32) : [][]i32 =
  let set (ys: *[]i32) : *[]i32 = ys with [0] = 7
  let row = set (copy xss[0])
  let xss[0] = row :> []i32
  in xss

def own_locals (n: i64) : [][]i64 =
  map (\i -> let xs = replicate 3 i in xs with [0] = 7) (iota n)

def inferred_lambda (n: i64) : []i64 =
  let f = \(m: i64) -> iota m
  let xs = f n
  let ys = f n
  let xs[0] = 7
  in ys ++ xs

def local_with_declared_result (xs: *[]i32) : *[]i32 =
  let give (ys: *[]i32) : *[]i32 = ys
  in give xs

def captured_value_is_observed (xs: []i32) (n: i64) : []i32 =
  let look i = xs[i]
  in map look (iota n)

def cons (make: () -> *[2]i32) : *[2]i32 = make () with [0] = 1
def lambda_with_fresh_result (x: i32) : [2]i32 = cons (\() -> [x, x])
