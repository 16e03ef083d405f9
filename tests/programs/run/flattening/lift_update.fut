-- A lifted function that consumes its argument.
-- Checklist: 18, 20.
-- ==
-- input { [[1, 2], [5], [3, 4, 5]] } output { [[0, 2], [0], [0, 4, 5]] }
#[noinline]
def clear_first [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

def main [w] (xss: [w][?]i32) : [w][?]i32 = map (\xs -> clear_first (copy xs)) xss
