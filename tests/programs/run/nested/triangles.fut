-- The number of triangles in a graph without directions: for each vertex, the pairs of its greater neighbours that are
-- neighbours. Expected values are from all triples of vertices, in another language.
-- ==
-- input { empty([0][?]i64) } output { 0i64 }
-- input { [[], [], []] } output { 0i64 }
-- input { [[1i64, 2i64], [2i64], []] } output { 1i64 }
-- input { [[7i64], [10i64, 11i64], [0i64, 2i64, 8i64, 9i64], [7i64], [4i64, 11i64], [0i64], [1i64, 7i64, 10i64,
-- 11i64], [2i64, 5i64], [1i64], [5i64, 8i64], [0i64, 2i64, 11i64], [1i64, 5i64]] }
-- output { 8i64 }
def member [n] (x: i64) (xs: [n]i64) : bool = or (map (== x) xs)

def distinct [n] (xs: [n]i64) : []i64 =
  map (\i -> xs[i]) (filter (\i -> !(member xs[i] xs[:i])) (iota n))

entry main [n] (graph: [n][?]i64) : i64 =
  let edges: [n][?](i64, i64) =
    map2 (\u vs -> map (\v -> (i64.min u v, i64.max u v)) (filter (!= u) vs)) (iota n) graph
  let (lows, highs) = unzip (irregular.flatten edges)
  let above: [n][?]i64 = map distinct (irregular.group n lows highs)
  in i64.sum (map (\vs ->
                     i64.sum (map (\v ->
                                     i64.sum (map (\w -> i64.bool (v < w && member w above[v])) vs))
                                  vs))
                  above)
