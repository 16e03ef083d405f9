-- Arrays of rank three and four, also without elements at any level.
-- ==
-- input { [[[true, false]], [[false, false]]] empty([2][0][3]u8) }
-- output { [[[false, true]], [[true, true]]] 2i64 0i64 3i64 }
def main [a] [b] [c] (xs: [][][]bool) (_: [a][b][c]u8) = (map (map (map not)) xs, a, b, c)
