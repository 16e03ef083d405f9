-- Type parameters of the outer function are known inside.
def f 'a (x: a) (y: a) : (a, a) =
  let swap (u: a, v: a) : (a, a) = (v, u)
  in swap (x, y)
