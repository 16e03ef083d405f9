def view (xs: []i32) : []i32 = xs

def param (xs: []i32) : *[]i32 = xs

def through_ascription (xs: []i32) : *[]i32 = xs : *[]i32

def through_call (xs: []i32) : *[]i32 = view xs

def one_part (xs: []i32) (ys: *[]i32) : (*[]i32, *[]i32) = (ys, xs[1:])

def branch (b: bool) (xs: []i32) : *[]i32 = if b then copy xs else xs

def in_lambda (xs: []i32) : []i32 = (\(_: i32) : *[]i32 -> xs) 1

def lambda_parameter (xs: []i32) : []i32 = (\(ys: []i32) : *[]i32 -> ys) xs

def loop_result [n] (xss: [][n]i32) (k: i64) : *[n]i32 =
  let second (_: [n]i32) (b: [n]i32) : [n]i32 = b
  in loop acc = replicate n 0 for i < k do second acc xss[i]
-- Checklist: 114.
