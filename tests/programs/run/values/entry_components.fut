-- What a user gives by component is checked: sizes, lengths of rows and tags.
-- ==
-- entry: pairs
-- input { [1, 2] [true] }
-- error: invalid size
-- input { [1, 2] [true, false] }
-- output { [2, 3] [true, false] }

-- ==
-- entry: rows
-- input { [[1, 2], [3]] [[1, 2], [2, 3]] }
-- error: invalid size
-- input { [[1, 2], [3]] [[1, 2], [2]] }
-- output { [[2, 4], [5]] }

-- ==
-- entry: sums
-- input { [9i8, 0i8] [1, 2] }
-- error: constructor
-- input { [1i8, 0i8] [1, 2] }
-- output { [-1, 2] }

type t = #left i32 | #right i32

entry pairs [n] (x: [n](i32, bool)) : [n](i32, bool) = map (\(a, b) -> (a + 1, b)) x

entry rows [n] (x: [n][?](i32, i32)) : [n][?]i32 = map (map (\(a, b) -> a + b)) x

entry sums [n] (x: [n]t) : [n]i32 =
  map (\y ->
         match y
         case #left i -> i
         case #right k -> -k)
      x
