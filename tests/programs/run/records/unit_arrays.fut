-- Arrays of unit have a length and nothing else, through map, concatenation, slices, updates and filters.
-- ==
-- input { 4i64 } output { 4i64 8i64 3i64 4i64 0i64 }
def main (n: i64) =
  let us = map (\_ -> ()) (iota n)
  let vs = us ++ us
  let ws = copy us with [0] = ()
  in (length us, length vs, length us[1:], length ws, length (filter (\() -> false) us))
