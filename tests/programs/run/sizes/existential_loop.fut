-- A loop whose parameter grows.
-- ==
-- input { 0 } output { [1] }
-- input { 3 } output { [1, 2, 2, 3, 2, 3, 3, 4] }
def main (n: i32) : []i32 = loop xs = [1] for _i < n do xs ++ map (+ 1) xs
