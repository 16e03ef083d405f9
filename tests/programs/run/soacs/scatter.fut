-- Writes at positions; positions outside are ignored.
-- ==
-- input { [0, 0, 0, 0] [3i64, 0i64] [7, 8] } output { [8, 0, 0, 7] }
-- input { [0, 0, 0, 0] [-1i64, 4i64, 9223372036854775807i64] [7, 8, 9] } output { [0, 0, 0, 0] }
-- input { [1, 2] empty([0]i64) empty([0]i32) } output { [1, 2] }
-- input { empty([0]i32) [0i64] [5] } output { empty([0]i32) }
def main [n] (dest: *[]i32) (is: [n]i64) (vs: [n]i32) : []i32 = scatter dest is vs
