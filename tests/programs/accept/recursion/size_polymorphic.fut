-- Calls at other sizes, with explicit size parameters.
def sum [n] (xs: [n]i32) : i32 = if n == 0 then 0 else head xs + sum (tail xs)
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n < 2
  then xs
  else let p = xs[0]
       let less = filter (< p) xs
       let equal = filter (== p) xs
       let more = filter (> p) xs
       in (quicksort less ++ equal ++ quicksort more) :> [n]i32
