-- Sums are array elements.
type cell = #wall | #free i32
def count [n] (cs: [n]cell) : i64 = length (filter (\c -> match c case #wall -> true case #free _ -> false) cs)
def grid : [2][2]cell = [[#wall, #free 1], [#free 2, #wall]]
