-- Type abbreviations with type and size parameters.
-- ==
-- input { [1, 2, 3] } output { [1, 2, 3] [2i64, 1i64, 0i64] 3i64 }
type pair 'a 'b = {first: a, second: b}
type row [n] 'a = [n]a

def index [n] 'a (xs: row [n] a) : row [n] (pair a i64) =
  map2 (\first second -> {first, second}) xs (iota n)

def main [n] (xs: [n]i32) =
  let ps = index xs
  in (map (.first) ps, map (\p -> n - 1 - p.second) ps, length ps)
