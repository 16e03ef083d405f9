-- Loops may consume only their parameters and what they make.

def first (xs: *[]i64) : i64 = xs[0]

def in_body (n: i64) : []i64 =
  let xs = iota n
  in loop ys = iota n for i < n do
       let xs[i] = 7
       in map (+ 1) ys

def in_condition (xs: *[]i64) : i64 =
  loop i = 0 while first xs > i do i + 1

def parameter_in_condition (xs: *[]i64) : []i64 =
  loop ys = xs while first ys > 0 do map (\y -> y - 1) ys
