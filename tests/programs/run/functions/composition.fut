-- Composition and pipes in both directions.
-- ==
-- input { [1, 2, 3] } output { [4, 9, 16] [2, 5, 10] 14 6 }
def square (x: i32) : i32 = x * x

def main (xs: []i32) =
  ( map ((+ 1) >-> square) xs
  , map ((+ 1) <-< square) xs
  , xs |> map square |> i32.sum
  , i32.sum <| map id <| xs
  )
