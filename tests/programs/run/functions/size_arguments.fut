-- Sizes are passed along: a function that never mentions its array's elements.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { 5i64 [0i64, 1i64, 2i64] 3i64 }
def width [n] [m] 'a (_: [n][m]a) : i64 = m
def columns [n] [m] 'a (_: [n][m]a) : [m]i64 = iota m
def sum_of_sizes [n] [m] 'a (_: [n]([m]a)) : i64 = n + m
def main [n] [m] (xss: [n][m]i32) = (sum_of_sizes xss, columns xss, width xss)
