-- The context says where to split.
def f [n] [m] (xs: [n + m]i32) : ([n]i32, [m]i32) = split xs
def a = let (x: [2]i32, y: [3]i32) = split ([1, 2, 3, 4, 5] :> [2 + 3]i32) in (x, y)
