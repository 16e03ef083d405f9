-- All solutions of n queens, row by row.
-- ==
-- input { 1 }
-- output { 1 [0] }
-- input { 2 }
-- output { 0 empty([0]i64) }
-- input { 3 }
-- output { 0 empty([0]i64) }
-- input { 4 }
-- output { 2 [1, 3, 0, 2] }
-- input { 6 }
-- output { 4 [1, 3, 5, 0, 2, 4] }
-- input { 8 }
-- output { 92 [0, 4, 7, 5, 2, 6, 1, 3] }

def safe [k] (board: [k]i64) (column: i64) : bool =
  and (map2 (\row other -> column != other && i64.abs (column - other) != k - row) (iota k) board)

-- All boards with one queen more.
def extend [b] [k] (n: i64) (boards: [b][k]i64) : [][k + 1]i64 =
  let next: [b][?]i64 = map (\board -> filter (safe board) (iota n)) boards
  let numbered: [b][?](i64, i64) = map2 (\i columns -> map (\c -> (i, c)) columns) (iota b) next
  in map (\(i, c) -> boards[i] ++ [c]) (irregular.flatten numbered)

def search (n: i64) : [][]i64 =
  (loop boards = [[]] for i < n do extend n boards)

entry main (n: i64) : (i64, []i64) =
  let boards = search n
  in (length boards, if length boards > 0 then boards[0] else [])
