-- A function holds the variables that it uses.

def first (xs: *[]i32) : i32 = xs[0]
def keep 'a (x: a) (_: i32) : a = x

def local_function (y: i32) (xs: *[]i32) : i32 =
  let f (x: i32) = x + xs[0]
  let xs[1] = 2
  in f y + xs[0]

def lambda (y: i32) (xs: *[]i32) : i32 =
  let f = \x -> x + xs[0]
  let xs[1] = 2
  in f y + xs[0]

def partial (y: i32) (xs: *[]i32) : []i32 =
  let f = keep xs
  let xs[1] = 2
  in f y ++ xs

def section (xs: *[]i32) : []i32 =
  let _ = first xs
  in map (+ xs[0]) [1, 2]

def nested (xs: *[]i32) (n: i64) : [][]i32 =
  let f i = map (\j -> xs[i + j]) (iota n)
  let _ = first xs
  in map f (iota n)
