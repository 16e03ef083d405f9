-- Entry points with irregular arrays: of primitives, records and sums, one level and several.

type point = {x: f32, y: f32}
type shape = #circle f32 | #square f32
type graph [n] = {neighbours: [n][?]i64, weights: [n]f32}

entry sums [n] (rows: [n][?]i32) : [n]i32 = map i32.sum rows

entry same [n] (rows: [n][?]i32) : [n][?]i32 = rows

entry triangle (n: i64) : [n][?]i64 = map iota (iota n)

entry increase [n] (rows: *[n][?]i32) : *[n][?]i32 = map (map (+ 1)) rows

entry deep [n] [m] (rows: [n][?][m][?]i32) : [n][?][m][?]i32 = map (map (map (map (* 2)))) rows

entry triples [n] (rows: [n][?][3]f64) : [n]f64 = map (\row -> f64.sum (map f64.sum row)) rows

entry agree [n] (a: [n][?]i32) (b: [n]i32) : i32 = i32.sum (map2 (\row k -> k * i32.sum row) a b)

entry moved [n] (by: f32) (rows: [n][?]point) : [n][?]point =
  map (map (\p -> {x = p.x + by, y = p.y})) rows

entry areas [n] (rows: [n][?]shape) : [n]f32 =
  map (\row -> f32.sum (map (\s -> match s
                                   case #circle r -> 3 * r * r
                                   case #square a -> a * a)
                            row))
      rows

entry degrees [n] (g: graph [n]) : ([n]i64, [n][?]i64) = (map length g.neighbours, g.neighbours)
