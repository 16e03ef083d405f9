-- Placements of queens, counted by recursion over rows with the board so far as an array.
-- ==
-- input { 4i64 } output { 2i64 }
-- input { 6i64 } output { 4i64 }
def safe [k] (board: [k]i64) (column: i64) : bool =
  all (\row -> board[row] != column && i64.abs (board[row] - column) != k - row) (iota k)

def count [k] (n: i64) (board: [k]i64) : i64 =
  if k == n
  then 1
  else i64.sum (map (\c -> if safe board c then count n (board ++ [c]) else 0) (iota n))

def main (n: i64) : i64 = count n []
