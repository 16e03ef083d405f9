-- Functions may not consume what is outside of them.

def first (xs: *[]i32) : i32 = xs[0]

def in_lambda (xs: *[]i32) (n: i64) : []i32 = map (\_ -> first xs) (iota n)

def in_local_function (xs: *[]i32) (y: i32) : i32 =
  let f (x: i32) = let xs[0] = x in x
  in f y

def alias_of_outer (xs: *[]i32) (n: i64) : []i32 =
  map (\i -> let ys = xs[1:] in first ys + i32.i64 i) (iota n)
-- Checklist: 115.
