-- Rows that are concatenated of others and read by element: rotated to both sides, and while they are overwritten.
-- ==
-- entry: stencil
-- input { [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]] }
-- input { [[1], [2]] }
-- input { empty([2][0]i32) }

-- ==
-- entry: three_pieces
-- input { [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]] 2i64 3i64 }
-- input { [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]] 0i64 6i64 }

-- ==
-- entry: overwritten
-- input { [[1, 2, 3], [4, 5, 6]] }

-- ==
-- entry: columns
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }

-- ==
-- entry: reduced
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }

entry stencil [n] [m] (xs: [n][m]i32) : [n][m]i32 =
  #[sequential_inner]
  map (\row -> map3 (\a b c -> a + 10 * b + 100 * c) row (rotate 1 row) (rotate (-2) row)) xs

-- Pieces that are cut at different places, some of them backwards, some of them empty.
entry three_pieces [n] [m] (xs: [n][m]i32) (i: i64) (j: i64) : [n][m]i32 =
  #[sequential_inner]
  map (\row ->
         let a = concat (concat row[j:] (reverse row[:i])) row[i:j] :> [m]i32
         let b = concat row[i:] row[:i] :> [m]i32
         in map2 (\x y -> x * 100 + y) a b)
      xs

-- The row changes between being concatenated and being read.
entry overwritten [n] [m] (xs: [n][m]i32) : [n][m]i32 =
  #[sequential_inner]
  map (\row ->
         let own = copy row
         let turned = rotate 1 own
         let sum = reduce (+) 0 turned
         let own = own with [0] = sum
         in map2 (-) turned own)
      xs

entry columns [n] [m] (xs: [n][m]i32) : [m][n]i32 =
  #[sequential_inner]
  map (\column -> map2 (\a b -> a * 10 + b) column (rotate 1 column)) (transpose xs)

entry reduced [n] [m] (xs: [n][m]i32) : [n](i32, i32) =
  #[sequential_inner]
  map (\row ->
         let turned = rotate (-1) row
         in (reduce (+) 0 (map2 (*) turned row), (scan (+) 0 turned)[m - 1]))
      xs
