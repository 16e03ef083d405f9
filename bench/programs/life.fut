-- Conway's game of life on a torus.
-- ==
-- nobench input { 2 [[false, false, false, false, false],
--                    [false, false, true, false, false],
--                    [false, false, true, false, false],
--                    [false, false, true, false, false],
--                    [false, false, false, false, false]] }
-- output { [[false, false, false, false, false],
--           [false, false, true, false, false],
--           [false, false, true, false, false],
--           [false, false, true, false, false],
--           [false, false, false, false, false]] }
-- nobench input { 1 [[false, true, false], [false, true, false], [false, true, false]] }
-- output { [[true, true, true], [true, true, true], [true, true, true]] }
-- compiled random input { 100i32 [2048][2048]bool }
def neighbours [n] [m] (world: [n][m]bool) : [n][m]i8 =
  let alive = map (map i8.bool) world
  let columns =
    map2 (map2 (+)) (map2 (map2 (+)) alive (map (rotate 1) alive)) (map (rotate (-1)) alive)
  let blocks = map2 (map2 (+)) (map2 (map2 (+)) columns (rotate 1 columns)) (rotate (-1) columns)
  in map2 (map2 (-)) blocks alive

def generation [n] [m] (world: [n][m]bool) : [n][m]bool =
  map2 (map2 (\alive count -> count == 3 || (alive && count == 2))) world (neighbours world)

entry main [n] [m] (steps: i32) (world: [n][m]bool) : [n][m]bool =
  iterate steps generation world
