-- Cells of grids in rows are divided into one, two or four, three times.
-- ==
-- entry: main
-- input { empty([0][?]i64) 1i64 }
-- output { empty([0][?]i64) empty([0]f64) }
-- input { empty([1][?: 0]i64) 2i64 }
-- output { empty([1][?: 0]i64) [0.0f64] }
-- input { [[7i64]] 1i64 }
-- output { [[7i64]] [7.0f64] }
-- input { [[0i64, 10i64, 0i64], [], [3i64, 3i64, 3i64, 3i64]] 3i64 }
-- output { [[0i64, 2i64, 3i64, 5i64, 6i64, 7i64, 8i64, 10i64, 7i64, 6i64, 5i64, 3i64, 2i64, 1i64, 0i64, 0i64, 0i64,
-- 0i64, 0i64, 0i64, 0i64], [], [3i64, 3i64, 3i64, 3i64]] [3.0952380952380953f64, 0.0f64, 3.0f64] }
-- input { [[-5i64, -3i64], [11i64, 12i64, 1i64, 19i64, 12i64, 11i64, 8i64], [10i64, -7i64], [4i64, 4i64, 12i64, 16i64,
-- 16i64, -2i64, 4i64], []] 5i64 }
-- output { [[-5i64, -3i64], [11i64, 12i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 5i64, 10i64, 10i64, 11i64, 11i64, 12i64,
-- 14i64, 16i64, 19i64, 18i64, 17i64, 15i64, 13i64, 12i64, 11i64, 11i64, 8i64], [10i64, -7i64], [4i64, 4i64, 8i64, 9i64,
-- 10i64, 12i64, 13i64, 14i64, 15i64, 16i64, 16i64, 11i64, 10i64, 9i64, 7i64, 4i64, 2i64, 0i64, -2i64, -1i64, 1i64,
-- 2i64, 4i64, 4i64], []] [-4.0f64, 10.28f64, 1.5f64, 7.166666666666667f64, 0.0f64] }

def refine [n] (threshold: i64) (grid: [n]i64) : []i64 =
  let right = rotate 1 grid
  let left = rotate (-1) grid
  let parts: [n][?]i64 =
    map3 (\l x r ->
            let slope = i64.abs (r - l)
            let k = if slope > 2 * threshold then 4 else if slope > threshold then 2 else 1
            in map (\j -> x + (j * (r - x)) / k) (iota k))
         left grid right
  in irregular.flatten parts

entry main [g] (grids: [g][?]i64) (threshold: i64) : ([g][?]i64, [g]f64) =
  let refined: [g][?]i64 =
    map (\grid -> loop (grid: []i64) = grid for _i < 3 do refine threshold grid) grids
  in (refined, map (\r -> if null r then 0 else f64.i64 (i64.sum r) / f64.i64 (length r)) refined)
