-- The number of columns comes from a branch outside of the map.
-- ==
-- input { true 2i64 } output { [[0i64, 1i64], [1i64, 2i64]] }
-- input { false 2i64 } output { [[0i64, 0i64, 0i64], [1i64, 1i64, 1i64]] }
def main (p: bool) (n: i64) =
  let row = if p then iota 2 else replicate 3 0
  in map (\i -> map (+ i) row) (iota n)
