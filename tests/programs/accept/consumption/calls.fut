-- Calls and what they consume.

def set (xs: *[]i32) (i: i64) (x: i32) : *[]i32 = xs with [i] = x

def nested (xs: *[]i32) : []i32 = set (set (set xs 0 1) 1 2) 2 3

def last_argument_first (xs: *[]i32) : []i32 = set xs (length xs - 1) xs[0]

-- The result type is not declared: it is found to be unique.
def fresh (n: i64) = replicate n 0i32
def use_fresh (n: i64) : *[]i32 = fresh n

def polymorphic 'a (x: a) = x
def through_polymorphic (xs: *[]i32) : []i32 =
  let ys = polymorphic xs
  in ys with [0] = 7

def scattered [n] (xs: *[n]i32) (is: [n]i64) : [n]i32 = scatter xs is (map (+ 1) xs)

def partial_application_of_fresh (n: i64) : []i32 =
  let f = set (replicate n 0)
  in f 0 7

def (<+) (xs: *[]i32) (x: i32) : *[]i32 = xs with [0] = x
def operator (xs: *[]i32) : []i32 = xs <+ 1 <+ 2

def sum_all (xs: *[]i32, ys: *[]i32) : i32 = i32.sum xs + i32.sum ys
def pair (xs: *[]i32) (ys: *[]i32) : i32 = sum_all (xs, ys)

def apply_consuming (f: *[]i32 -> i32) (xs: *[]i32) : i32 = f xs
def observing_function_fits (xs: *[]i32) : i32 = apply_consuming (\ys -> ys[0]) xs

def unused_pattern (xs: *[]i32) : i32 =
  let _ = set xs 0 1
  in 7
