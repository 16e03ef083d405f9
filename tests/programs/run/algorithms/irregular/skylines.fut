-- Skylines of rows of buildings, divided in halves and joined: recursion that gives rows of corners.
-- ==
-- entry: main
-- input { empty([0][?][3]i64) }
-- output { empty([0][?][2]i64) }
-- input { empty([1][?: 0][3]i64) }
-- output { empty([1][?: 0][2]i64) }
-- input { [[[1i64, 5i64, 3i64]], [[2i64, 9i64, 10i64], [3i64, 7i64, 15i64], [5i64, 12i64, 12i64], [15i64, 20i64,
-- 10i64], [19i64, 24i64, 8i64]]] }
-- output { [[[1i64, 3i64], [5i64, 0i64]], [[2i64, 10i64], [3i64, 15i64], [7i64, 12i64], [12i64, 0i64], [15i64, 10i64],
-- [20i64, 8i64], [24i64, 0i64]]] }
-- input { [[[15i64, 17i64, 3i64], [6i64, 11i64, 6i64], [4i64, 6i64, 5i64], [3i64, 5i64, 9i64], [9i64, 13i64, 4i64],
-- [2i64, 3i64, 3i64], [0i64, 5i64, 3i64], [11i64, 14i64, 6i64]], [], [[0i64, 4i64, 1i64], [10i64, 13i64, 8i64], [14i64,
-- 17i64, 1i64], [0i64, 1i64, 2i64]], [], [[9i64, 13i64, 5i64], [14i64, 19i64, 5i64], [2i64, 8i64, 7i64], [2i64, 3i64,
-- 7i64], [0i64, 3i64, 1i64], [2i64, 8i64, 1i64], [10i64, 16i64, 2i64], [15i64, 19i64, 2i64]]] }
-- output { [[[0i64, 3i64], [3i64, 9i64], [5i64, 5i64], [6i64, 6i64], [14i64, 0i64], [15i64, 3i64], [17i64, 0i64]], [],
-- [[0i64, 2i64], [1i64, 1i64], [4i64, 0i64], [10i64, 8i64], [13i64, 0i64], [14i64, 1i64], [17i64, 0i64]], [], [[0i64,
-- 1i64], [2i64, 7i64], [8i64, 0i64], [9i64, 5i64], [13i64, 2i64], [14i64, 5i64], [19i64, 0i64]]] }

type corner = {x: i64, height: i64}

def height_at (line: []corner) (x: i64) : i64 =
  let k = (loop (low, high) = (0, length line) while low < high do
             let middle = (low + high) / 2
             in if line[middle].x <= x then (middle + 1, high) else (low, middle)).0
  in if k == 0 then 0 else line[k - 1].height

def join (a: []corner) (b: []corner) : []corner =
  let xs = map (.x) a ++ map (.x) b
  let rank x = i64.sum (map (\y -> i64.bool (y < x)) xs)
  let sorted = scatter (map (const i64.lowest) xs) (map rank xs) xs
  let at = filter (!= i64.lowest) sorted
  let heights = map (\x -> i64.max (height_at a x) (height_at b x)) at
  let new i = heights[i] != (if i == 0 then 0 else heights[i - 1])
  in map (\i -> {x = at[i], height = heights[i]}) (filter new (indices at))

def skyline (buildings: [][3]i64) : []corner =
  let n = length buildings
  in if n == 0 then []
     else if n == 1 then
       let b = buildings[0]
       in if b[0] < b[1] && b[2] > 0 then [{x = b[0], height = b[2]}, {x = b[1], height = 0}] else []
     else join (skyline buildings[:n / 2]) (skyline buildings[n / 2:])

entry main [n] (rows: [n][?][3]i64) : [n][?][2]i64 =
  map (\row -> map (\c -> [c.x, c.height]) (skyline row)) rows
