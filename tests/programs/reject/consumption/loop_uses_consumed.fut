def in_body [n] (xs: *[n]i32) : [n]i32 =
  loop ys = xs for i < n do ys with [i] = xs[0]

def through_function [n] (xs: *[n]i32) : [n]i32 =
  let look i = xs[i]
  in loop ys = xs for i < n do ys with [i] = look i

def in_condition (xs: *[]i32) : []i32 =
  let (ys, _) = loop (ys, i) = (xs, 0) while xs[i] > 0 do (ys with [i] = 0, i + 1)
  in ys

def elements (xs: *[]i32) : []i32 =
  loop ys = xs for x in xs do ys with [0] = x
