-- The game of life on a board with lines of any lengths.
-- ==
-- input { [[1, 0, 0, 1, 1, 0, 1], [1, 0, 1, 0, 1, 0], [0, 1, 1, 1, 0, 0], [0, 0, 1, 0, 0, 1], [1], [1], [0], [1, 0, 0, 0, 1, 1], [1, 0, 1]] 0 }
-- output { [[1, 0, 0, 1, 1, 0, 1], [1, 0, 1, 0, 1, 0], [0, 1, 1, 1, 0, 0], [0, 0, 1, 0, 0, 1], [1], [1], [0], [1, 0, 0, 0, 1, 1], [1, 0, 1]] }
-- input { [[1, 0, 0, 1, 1, 0, 1], [1, 0, 1, 0, 1, 0], [0, 1, 1, 1, 0, 0], [0, 0, 1, 0, 0, 1], [1], [1], [0], [1, 0, 0, 0, 1, 1], [1, 0, 1]] 1 }
-- output { [[0, 1, 0, 1, 1, 1, 0], [1, 0, 0, 0, 1, 1], [0, 0, 0, 0, 1, 0], [0, 0, 1, 1, 0, 0], [0], [0], [0], [0, 1, 0, 0, 0, 0], [0, 1, 0]] }
-- input { [[1, 0, 0, 1, 1, 0, 1], [1, 0, 1, 0, 1, 0], [0, 1, 1, 1, 0, 0], [0, 0, 1, 0, 0, 1], [1], [1], [0], [1, 0, 0, 0, 1, 1], [1, 0, 1]] 4 }
-- output { [[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0], [0], [0], [0], [0, 0, 0, 0, 0, 0], [0, 0, 0]] }
-- input { [] 2 }
-- output { [] }

def at (grid: [][?]i32) (i: i64) (j: i64) : i32 =
  if i < 0 || i >= length grid
  then 0
  else if j < 0 || j >= length grid[i]
  then 0
  else grid[i, j]

def step [n] (grid: [n][?]i32) : [n][?]i32 =
  map2 (\i row ->
          map2 (\j cell ->
                  let around =
                    [at grid (i - 1) (j - 1), at grid (i - 1) j, at grid (i - 1) (j + 1),
                     at grid i (j - 1),
                     at grid i (j + 1), at grid (i + 1) (j - 1), at grid (i + 1) j,
                     at grid (i + 1) (j + 1)]
                  let alive = i32.sum around
                  in i32.bool (alive == 3 || cell == 1 && alive == 2))
               (indices row)
               row)
       (iota n)
       grid

entry main [n] (grid: [n][?]i32) (steps: i32) : [n][?]i32 =
  loop grid for _i < steps do step grid
