-- Behind a coercion that always fails, sizes contradict each other. Such operators are not fused, and the failure is that of
-- the coercion.
-- ==
-- input { } error: cannot match shape
def dot (xs: []i32) (ys: []i32) = i32.sum (map2 (*) (xs :> [3]i32) (ys :> [3]i32))
def pair (n: i64) = (map i32.i64 (iota n), replicate n 2i32)
entry main = let (a, b) = pair 4 in dot a b
