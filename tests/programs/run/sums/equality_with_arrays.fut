-- Options of tuples are compared deeply inside of a filter.
-- ==
-- input { [1, 0, 3] [1, 2, 3] } output { [0i64, 2i64] }
type option = #none | #some (i32, i32)
def wrap (x: i32) : option = if x == 0 then #none else #some (x, x)
def main [n] (xs: [n]i32) (ys: [n]i32) : []i64 = filter (\i -> wrap xs[i] == wrap ys[i]) (iota n)
