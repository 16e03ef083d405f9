-- The size of a result depends on an argument.
-- ==
-- input { 3i64 2i64 } output { [7, 7, 7] [[7, 7, 7], [7, 7, 7]] }
-- input { 0i64 1i64 } output { empty([0]i32) empty([1][0]i32) }
def sevens (n: i64) : [n]i32 = replicate n 7
def matrix (n: i64) (m: i64) : [n][m]i32 = replicate n (sevens m)
def main (n: i64) (m: i64) = (sevens n, matrix m n)
