-- Entry points with a version for rows that are equally long. Offsets are left out of what it gives.

type point = {x: f32, y: i32}

entry sums [n] (rows: [n][?]i32) : [n]i32 = map i32.sum rows

entry doubled [n] (rows: [n][?]i32) : [n][?]i32 = map (map (* 2)) rows

-- Without such a version: it is recursive.
def count_down (n: i64) : i64 = if n < 1 then 0 else 1 + count_down (n - 1)
entry lengths [n] (rows: [n][?]i32) : [n]i64 = map (\row -> count_down (length row)) rows

entry joined [n] (a: [n][?]i32) (b: [n][?]i32) : [n][?]i32 = map2 (\x y -> x ++ y) a b

entry increase [n] (rows: *[n][?]i32) : *[n][?]i32 = map (map (+ 1)) rows

entry moved [n] (rows: [n][?]point) : [n][?]point = map (map (\p -> {x = p.x + 1, y = p.y + 1})) rows

entry both [n] (rows: [n][?]i32) : ([n][?]i32, [n]i32) = (map (map (+ 1)) rows, map i32.sum rows)

entry nested [n] (rows: [n][?][?]i32) : [n][?][?]i32 = map (map (map (+ 1))) rows

entry squares (n: i64) : [n][?]i64 = map (\i -> map (* i) (iota n)) (iota n)
