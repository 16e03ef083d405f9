-- A recursive function with type and size parameters, used at two types.
-- Checklist: 28.
-- ==
-- input { [1, 2, 3] [true, false] } output { [3, 2, 1] [false, true] }
def backwards [n] 'a (xs: [n]a) : [n]a =
  if n == 0 then xs else backwards xs[1:] ++ [xs[0]] :> [n]a

def main (xs: []i32) (bs: []bool) = (backwards xs, backwards bs)
