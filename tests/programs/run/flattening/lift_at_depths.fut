-- One function that is called as it is, in a map, in a map of maps and in a map of maps of maps. The function lifted
-- once serves all depths: deeper levels are flattened before the call, and put back after it.
-- Checklist: 32, 39.
-- ==
-- entry: once
-- input { empty([0][?]i32) } output { empty([0]i32) 0 }
-- input { [[], [], []] } output { [0, 0, 0] 0 }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [14, 0, 25, 0, 49] 14 }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [16, 10955, 0, 81] 16 }

-- ==
-- entry: twice
-- input { empty([0][?][?]i32) } output { empty([0][?]i32) }
-- input { [[], []] } output { [[], []] }
-- input { [[[1, 2], [], [3]], [], [[4]], [[], [5, 6, 7, 8]]] } output { [[5, 0, 9], [], [16], [0, 174]] }

-- ==
-- entry: thrice
-- input { empty([0][?][?]i32) } output { empty([0][?][?]i64) }
-- input { [[], []] } output { [[], []] }
-- input { [[[1, 2], [], [3]], [], [[4]], [[], [5, 6, 7, 8]]] }
-- output { [[[1i64, 2i64], [], [3i64]], [], [[4i64]], [[], [10i64, 15i64, 21i64, 28i64]]] }

-- ==
-- entry: rows_twice
-- input { empty([0][?]i32) } output { empty([0][?][?]i64) }
-- input { [[], []] } output { [[], []] }
-- input { [[3, 0], [], [1, 2]] } output { [[[0i64, 1i64, 2i64], []], [], [[0i64], [0i64, 1i64]]] }
#[noinline]
def total (xs: []i32) : i32 = i32.sum (map (\x -> x * x) xs)

#[noinline]
def number (x: i32) : i64 = if x > 4 then i64.sum (iota (i64.i32 x)) else i64.i32 x

#[noinline]
def up_to (x: i32) : []i64 = iota (i64.i32 x)

entry once [n] (xss: [n][?]i32) : ([n]i32, i32) =
  (map total xss, if n == 0 then 0 else total xss[0])

entry twice [n] (xsss: [n][?][?]i32) : [n][?]i32 = map (map total) xsss
entry thrice [n] (xsss: [n][?][?]i32) : [n][?][?]i64 = map (map (map number)) xsss
entry rows_twice [n] (xss: [n][?]i32) : [n][?][?]i64 = map (map up_to) xss
