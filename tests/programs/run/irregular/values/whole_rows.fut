-- Operations on irregular arrays as a whole: reversed, rotated, with a stride, taken and dropped, appended, parted,
-- chosen by index.
-- ==
-- entry: rearranged
-- input { empty([0][?]i32) } output { empty([0][?]i32) empty([0][?]i32) empty([0][?]i32) }
-- input { [[], [], []] } output { [[], [], []] [[], [], []] [[], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] }
-- output { [[0, 7], [], [5], [], [3, -1, 2]] [[], [5], [], [0, 7], [3, -1, 2]] [[3, -1, 2], [5], [0, 7]] }

-- ==
-- entry: appended
-- input { empty([0][?]i32) empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] [[], [9, 9]] }
-- output { [[3, -1, 2], [], [5], [], [0, 7], [], [9, 9], [3, -1, 2], []] }
-- input { [[], []] [[1]] } output { [[], [], [1], []] }

-- ==
-- entry: parted
-- input { empty([0][?]i32) } output { empty([0][?]i32) empty([0][?]i32) }
-- input { [[], [], []] } output { empty([0][?]i32) [[], [], []] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[3, -1, 2], [0, 7]] [[], [5], []] }

-- ==
-- entry: chosen
-- input { empty([0]i64) empty([0][?]i32) } output { empty([0][?]i32) }
-- input { [2i64, 0i64, 0i64, 1i64] [[3, -1, 2], [], [5], [], [0, 7]] } output { [[5], [3, -1, 2], [3, -1, 2], []] }
-- input { [0i64] empty([0][?]i32) } error: out of bounds

entry rearranged [n] (xss: [n][?]i32) : ([][?]i32, [][?]i32, [][?]i32) =
  (reverse xss, rotate 1 xss, xss[::2])

entry appended [n] [m] (xss: [n][?]i32) (yss: [m][?]i32) : [][?]i32 =
  irregular.append xss (irregular.append yss (take (n / 2) xss))

entry parted [n] (xss: [n][?]i32) : ([][?]i32, [][?]i32) =
  let (long, short) = partition (\xs -> length xs > 1) xss
  in (long, short)

entry chosen [n] [m] (is: [m]i64) (xss: [n][?]i32) : [m][?]i32 = map (\i -> xss[i]) is
