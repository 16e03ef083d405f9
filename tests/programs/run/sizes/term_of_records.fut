-- A size that is computed from an array of records: the function in it takes arrays of anything.
-- ==
-- input { [1.5f32, 2.0f32] [2, 3] } output { [0.0f32, 1.5f32, 3.5f32] [0, 2, 5] }

def prefixes 'a [k] (op: a -> a -> a) (ne: a) (xs: [k]a) : ?[m].[m]a =
  (loop (sums, sum) = (replicate (length xs + 1) ne, ne) for j < k do
     let sum = op sum xs[j]
     in (sums with [j + 1] = sum, sum)).0

entry main (xs: []f32) (ys: []i32) : ?[m].([m]f32, [m]i32) =
  let zs = map2 (\x y -> {a = (x, true), b = y}) (xs :> [2]f32) (ys :> [2]i32)
  let sums = prefixes (\x y -> {a = (x.a.0 + y.a.0, x.a.1 && y.a.1), b = x.b + y.b}) {a = (0, true), b = 0} zs
  in unzip (map (\x -> (x.a.0, x.b)) sums)
