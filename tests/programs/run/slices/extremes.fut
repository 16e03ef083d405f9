-- Starts, ends and strides at the ends of i64. A stride may be longer than the array: there is one element
-- then, whatever its size, and an end may lie as far behind it.
-- ==
-- entry: slice
-- input { [1, 2, 3, 4, 5] 2i64 -1i64 -9223372036854775808i64 } output { [3] }
-- input { [1, 2, 3, 4, 5] 0i64 -9223372036854775808i64 -9223372036854775808i64 } output { [1] }
-- input { [1, 2, 3, 4, 5] 1i64 -9223372036854775808i64 -9223372036854775808i64 } error: out of bounds
-- input { [1, 2, 3, 4, 5] 3i64 3i64 -9223372036854775808i64 } output { empty([0]i32) }
-- input { [1, 2, 3, 4, 5] 2i64 4i64 -9223372036854775808i64 } output { empty([0]i32) }
-- input { [1, 2, 3, 4, 5] 1i64 5i64 9223372036854775807i64 } output { [2] }
-- input { [1, 2, 3, 4, 5] 1i64 9223372036854775807i64 9223372036854775807i64 } output { [2] }
-- input { [1, 2, 3, 4, 5] -1i64 9223372036854775807i64 9223372036854775807i64 } error: out of bounds
-- input { [1, 2, 3, 4, 5] -9223372036854775808i64 10i64 9223372036854775807i64 } error: out of bounds
-- input { [1, 2, 3, 4, 5] 9223372036854775807i64 -9223372036854775808i64 1i64 } error: out of bounds
entry slice (xs: []i32) (a: i64) (b: i64) (s: i64) = xs[a:b:s]

-- ==
-- entry: whole
-- input { [1, 2, 3, 4, 5] -9223372036854775808i64 } output { [5] }
-- input { [1, 2, 3, 4, 5] 9223372036854775807i64 } output { [1] }
-- input { [1, 2, 3, 4, 5] -3i64 } output { [5, 2] }
-- input { empty([0]i32) 2i64 } output { empty([0]i32) }
-- input { empty([0]i32) -9223372036854775808i64 } output { empty([0]i32) }
entry whole (xs: []i32) (s: i64) = xs[::s]

-- Constants.
-- ==
-- entry: constants
-- input { [1, 2, 3, 4, 5] } output { [3] [1] [5, 3, 1] }
entry constants (xs: []i32) = (xs[2:-1:i64.lowest], xs[0:1:i64.highest], xs[4:-1:-2])

-- Slices of rows, of slices, and where an array is written to.
-- ==
-- entry: others
-- input { [[1, 2, 3], [4, 5, 6]] -9223372036854775808i64 } output { [[6]] [4] [[1, 2, 3], [4, 5, 9]] }
entry others (xss: *[][]i32) (s: i64) =
  let corner = copy (xss[::s, ::s])
  let of_slice = copy (xss[1:-1:s][::s][0:1:s - 1][0, 0:1])
  in (corner, of_slice, xss with [::s, ::s] = [[9]])
