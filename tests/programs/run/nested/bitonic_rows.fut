-- Bitonic sort of rows, which are filled up to powers of two.
-- ==
-- input { [[-7, 2, -9, 1, 8], [5, -9, 3, 1, 7, 0, 7], [-6], [-6, -7, -1], [-8, -4, -1, -5], [-1, 3, -5, 8, 7, 9]] }
-- output { [[-9, -7, 1, 2, 8], [-9, 0, 1, 3, 5, 7, 7], [-6], [-7, -6, -1], [-8, -5, -4, -1], [-5, -1, 3, 7, 8, 9]] }
-- input { [[]] }
-- output { [[]] }
-- input { [[2, 1]] }
-- output { [[1, 2]] }

def merge [n] (up: bool) (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let h = n / 2
       let low =
         tabulate h (\i -> let (a, b) = (xs[i], xs[i + h]) in if (a < b) == up then a else b)
       let high =
         tabulate h (\i -> let (a, b) = (xs[i], xs[i + h]) in if (a < b) == up then b else a)
       in (merge up low ++ merge up high) :> [n]i32

def sort [n] (up: bool) (xs: [n]i32) : [n]i32 =
  if n <= 1
  then xs
  else let h = n / 2
       in merge up (sort true xs[:h] ++ sort false xs[h:] :> [n]i32)

def sorted [n] (xs: [n]i32) : []i32 =
  let size = loop size = 1 while size < n do size * 2
  in take n (sort true (xs ++ replicate (size - n) i32.highest :> [size]i32))

entry main [n] (rows: [n][?]i32) : [n][?]i32 = map sorted rows
