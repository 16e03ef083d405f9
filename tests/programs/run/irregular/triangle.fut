-- Rows whose lengths are computed: three places that ask for them.
-- ==
-- input { 4i64 } output { [[], [0i64], [0i64, 1i64], [0i64, 1i64, 2i64]] [0i64, 0i64, 1i64, 0i64, 1i64, 2i64] [0i64, 1i64, 2i64, 3i64] }
def by_result (n: i64) : [n][?]i64 = map iota (iota n)
def by_ascription (n: i64) = irregular.flatten (map iota (iota n) : [n][?]i64)
def by_parameter (n: i64) : [n]i64 = irregular.lengths (map iota (iota n))
def main (n: i64) : ([n][?]i64, []i64, [n]i64) = (by_result n, by_ascription n, by_parameter n)
