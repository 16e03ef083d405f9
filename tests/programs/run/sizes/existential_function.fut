-- A function with an unknown result size, called twice.
-- ==
-- input { [1, 2, 3, 4, 5, 6] } output { [2, 4, 6] [4, 6] 5i64 }
def evens (xs: []i32) : ?[k].[k]i32 = filter (\x -> x % 2 == 0) xs

def main (xs: []i32) =
  let a = evens xs
  let b = evens (filter (> 3) xs)
  in (a, b, length a + length b)
