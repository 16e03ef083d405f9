-- Values are combined with what the bins hold already.
-- ==
-- input { [10, 20, 30] [1i64, 1i64, 3i64, -2i64, 0i64] [1, 2, 3, 4, 5] } output { [15, 23, 30] }
def main [n] (dest: *[]i32) (is: [n]i64) (vs: [n]i32) : []i32 = reduce_by_index dest (+) 0 is vs
