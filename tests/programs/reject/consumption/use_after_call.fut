-- A value is used after a function consumed it, or what it shares memory with.

def first (xs: *[]i32) : i32 = xs[0]
def view (xs: []i32) : []i32 = xs
def pair (n: i64) : ([]i64, []i64) =
  let xs = iota n
  in (xs, xs)

def direct (xs: *[]i32) : []i32 =
  let _ = first xs
  in xs

def in_one_expression (xs: *[]i32) : i32 = first xs + xs[0]

def result_of_call (xs: *[]i32) : []i32 =
  let ys = view xs
  let _ = first xs
  in ys

def transposed (xss: *[][]i32) : i32 =
  let yss = transpose xss
  let xss[0, 0] = 7
  in yss[0, 0] + xss[0, 0]

def parts_of_result (n: i64) : ([]i64, []i64) =
  let (a, b) = pair n
  let a[0] = 7
  in (a, b)

def in_size (xs: *[]i32) : []i32 =
  let k = first xs
  in replicate (length xs) k

def earlier_operand (xs: *[]i32) : []i32 = xs ++ (xs with [0] = 7)

def earlier_part (xs: *[]i32) : ([]i32, i32) = (xs, first xs)

def prim_field (r: *{xs: []i32, n: i32}) : i32 =
  let x = first r.xs
  in x + r.n

def swapped_by_loop (xs: *[]i32) (ys: *[]i32) (n: i64) : ([]i32, []i32) =
  let (a, _) = loop (a, b) = (xs, ys) for _i < n do (b, a)
  let a[0] = 7
  in (a, ys)

def function_and_argument (xs: *[]i32) : i32 =
  let add (x: i32) = x + xs[0]
  in add (first xs)
-- Checklist: 114.
