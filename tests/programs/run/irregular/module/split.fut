-- An array is cut at its zeros, which are left out.
-- ==
-- input { empty([0]i32) } output { [[]] }
-- input { [0] } output { [[], []] }
-- input { [1, 2] } output { [[1, 2]] }
-- input { [1, 2, 0, 3, 0] } output { [[1, 2], [3], []] }
-- input { [0, 0, 5, 0] } output { [[], [], [5], []] }
entry main [n] (xs: [n]i32) : [][?]i32 = irregular.split (== 0) xs
