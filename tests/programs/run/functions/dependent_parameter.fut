-- A function parameter whose result size depends on its argument.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64] [5i64, 5i64, 5i64] }
def make (f: (n: i64) -> [n]i64) (n: i64) : [n]i64 = f n
def main (n: i64) = (make iota n, make (\m -> replicate m 5) n)
