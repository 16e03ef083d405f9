-- The moves of the towers of Hanoi: the result grows with the recursion.
-- ==
-- input { 1i64 } output { [1] [3] }
-- input { 2i64 } output { [1, 1, 2] [2, 3, 3] }
def hanoi (n: i64) (from: i32) (to: i32) (over: i32) : []i32 =
  if n == 0
  then []
  else hanoi (n - 1) from over to ++ [10 * from + to] ++ hanoi (n - 1) over to from

def main (n: i64) =
  let moves = hanoi n 1 3 2
  in (map (/ 10) moves, map (% 10) moves)
