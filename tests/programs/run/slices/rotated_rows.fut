-- Rows that are concatenated of others and read by element: rotated to both sides, and while they are overwritten.
-- ==
-- entry: stencil
-- input { [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]] }
-- output { [[421i32, 532i32, 143i32, 254i32, 315i32], [976i32, 1087i32, 698i32, 809i32, 870i32]] }
-- input { [[1], [2]] }
-- output { [[111i32], [222i32]] }
-- input { empty([2][0]i32) }
-- output { empty([2][0]i32) }

-- ==
-- entry: three_pieces
-- input { [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]] 2i64 3i64 }
-- output { [[403i32, 504i32, 605i32, 206i32, 101i32, 302i32], [1009i32, 1110i32, 1211i32, 812i32, 707i32, 908i32]] }
-- input { [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]] 0i64 6i64 }
-- output { [[101i32, 202i32, 303i32, 404i32, 505i32, 606i32], [707i32, 808i32, 909i32, 1010i32, 1111i32, 1212i32]] }

-- ==
-- entry: overwritten
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [[-4i32, 1i32, -2i32], [-10i32, 1i32, -2i32]] }

-- ==
-- entry: in_branches
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [[1i32, 2i32, 3i32], [101i32, 145i32, 65i32], [257i32, 325i32, 197i32]] }

-- ==
-- entry: columns
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [[14i32, 47i32, 71i32], [25i32, 58i32, 82i32], [36i32, 69i32, 93i32]] }

-- ==
-- entry: reduced
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [11i32, 74i32, 191i32] [6i32, 15i32, 24i32] }

-- Read in one of two branches only, where nothing else is used any more.
entry in_branches [n] [m] (xs: [n][m]i32) : [n][m]i32 =
  #[sequential_inner]
  map (\row ->
         let own = map (* 2) row
         let turned = rotate 1 own
         in if row[0] > 3 then map (+ 1) (map2 (*) turned turned) else row)
      xs

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
