-- Reductions of which all points need the same steps, as forces between bodies do: few and many points and steps, with something
-- to do before and after, several results, an operator that is not commutative. Each is compared with a loop.

def value (seed: i64) (i: i64) : i64 = (i * 37 + seed * 11) % 101 - 50

-- ==
-- entry: forces
-- input { 100i64 40i64 } output { true }
-- input { 700i64 20i64 } output { true }
-- input { 100i64 3i64 } output { true }
-- input { 5i64 300i64 } output { true }
-- input { 0i64 40i64 } output { true }
-- input { 40i64 0i64 } output { true }
entry forces (n: i64) (m: i64) : bool =
  let points = tabulate n (value 1)
  let masses = tabulate m (value 2)
  let places = tabulate m (value 3)
  let force p = i64.sum (map2 (\mass q -> mass * (p - q) / (1 + (p - q) * (p - q))) masses places)
  let moved = map (\p -> let f = force (p * 2) in (p + f, f)) points
  let by_loop p =
    (loop sum = 0 for j < m do
       let d = p * 2 - value 3 j
       in sum + value 2 j * d / (1 + d * d))
  in and (map2 (\(q, f) p -> let g = by_loop p in q == p + g && f == g) (opaque moved) points)

-- The last of the nearest, and how far it is.
-- ==
-- entry: nearest
-- input { 300i64 50i64 } output { true }
entry nearest (n: i64) (m: i64) : bool =
  let points = tabulate n (value 1)
  let places = tabulate m (value 3)
  let nearer (d, i) (e, j) : (i64, i64) = if d < e then (d, i) else (e, j)
  let of p = reduce nearer (i64.highest, -1) (map2 (\q j -> (i64.abs (p - q), j)) places (iota m))
  let by_loop p =
    loop best = (i64.highest, -1) for j < m do nearer best (i64.abs (p - value 3 j), j)
  in and (map2 (\a p -> a == by_loop p) (opaque (map of points)) points)
