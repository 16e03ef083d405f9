-- All neighbours of each point within a radius, by cells of a grid whose rows are the points in them.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0]i64) 2i64 3i64 }
-- output { empty([0][?]i64) }
-- input { [1i64] [1i64] 2i64 3i64 }
-- output { empty([1][?: 0]i64) }
-- input { [6i64, 19i64, 12i64, 19i64, 2i64, 18i64, 11i64, 9i64, 14i64, 1i64, 4i64, 19i64, 12i64, 17i64, 12i64, 12i64,
-- 8i64, 0i64, 14i64, 2i64, 18i64, 15i64, 10i64, 7i64, 6i64] [9i64, 14i64, 10i64, 12i64, 6i64, 19i64, 1i64, 11i64, 4i64,
-- 2i64, 11i64, 0i64, 3i64, 15i64, 7i64, 17i64, 4i64, 9i64, 0i64, 4i64, 11i64, 11i64, 16i64, 4i64, 0i64] 4i64 5i64 }
-- output { [[7i64, 10i64], [3i64, 13i64, 20i64], [7i64, 14i64, 21i64], [1i64, 13i64, 20i64], [17i64, 19i64], [],
-- [12i64, 18i64], [0i64, 2i64], [12i64, 14i64, 18i64], [19i64], [0i64], [], [6i64, 8i64, 14i64, 18i64], [1i64, 3i64],
-- [2i64, 8i64, 12i64], [22i64], [23i64], [4i64], [6i64, 8i64, 12i64], [4i64, 9i64], [1i64, 3i64, 21i64], [2i64, 20i64],
-- [15i64], [16i64], []] }
-- input { [3i64, 3i64, 3i64, 3i64] [3i64, 3i64, 3i64, 3i64] 1i64 6i64 }
-- output { [[1i64, 2i64, 3i64], [0i64, 2i64, 3i64], [0i64, 1i64, 3i64], [0i64, 1i64, 2i64]] }

def sorted [n] (xs: [n]i64) : [n]i64 =
  scatter (replicate n 0) (map (\x -> i64.sum (map (\y -> i64.bool (y < x)) xs)) xs) xs

entry main [n] (xs: [n]i64) (ys: [n]i64) (radius: i64) (size: i64) : [n][?]i64 =
  let cell i = (ys[i] / radius) * size + xs[i] / radius
  let cells = irregular.group (size * size) (map cell (iota n)) (iota n)
  in map (\i ->
            let (cx, cy) = (xs[i] / radius, ys[i] / radius)
            let around = filter (\c -> c >= 0)
                                (map (\k -> let (x, y) = (cx + k % 3 - 1, cy + k / 3 - 1)
                                            in if x < 0 || y < 0 || x >= size || y >= size then -1 else y * size + x)
                                     (iota 9))
            let candidates = irregular.flatten (map (\c -> cells[c]) around : [][?]i64)
            let close j = j != i && (xs[i] - xs[j]) ** 2 + (ys[i] - ys[j]) ** 2 <= radius * radius
            in sorted (filter close candidates))
         (iota n)
