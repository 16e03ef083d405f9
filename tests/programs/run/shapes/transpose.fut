-- Transposition, with empty dimensions, of inner dimensions, and twice.
-- ==
-- entry: outer
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] }
-- input { empty([0][3]i32) } output { empty([3][0]i32) }
-- input { empty([3][0]i32) } output { empty([0][3]i32) }

-- ==
-- entry: inner
-- input { [[[1, 2], [3, 4], [5, 6]]] } output { [[[1, 3, 5], [2, 4, 6]]] }

-- ==
-- entry: twice
-- input { [[1, 2, 3], [4, 5, 6]] } output { true }
entry outer (xss: [][]i32) = transpose xss
entry inner (xsss: [][][]i32) = map transpose xsss

entry twice [n] [m] (xss: [n][m]i32) =
  and (map2 (\a b -> and (map2 (==) a b)) xss (transpose (transpose xss)))
