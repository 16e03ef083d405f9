-- Sums, best members and filtered running sums over three levels.
-- ==
-- input { empty([0][?][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) empty([0][?][?]i64) }
-- input { empty([1][?: 0][?]i64) }
-- output { empty([1][?: 0]i64) [-1i64] empty([1][?: 0][?]i64) }
-- input { empty([3][?: 0, 1, 2][?: 0, 0, 0]i64) }
-- output { [[], [0i64], [0i64, 0i64]] [-1i64, 0i64, 0i64] empty([3][?: 0, 1, 2][?: 0, 0, 0]i64) }
-- input { [[[]], [[], [], [0i64], [1i64]], [[-3i64, -1i64, 3i64, 4i64, -2i64]], [[5i64], [9i64], [2i64], []]] }
-- output { [[0i64], [0i64, 0i64, 0i64, 1i64], [1i64], [5i64, 9i64, 2i64, 0i64]] [0i64, 3i64, 0i64, 1i64] [[[]], [[],
-- [], [0i64], [1i64]], [[3i64, 1i64]], [[5i64], [9i64], [2i64], []]] }
-- input { [[], [[2i64]], [[2i64, 9i64, 6i64, 0i64, 1i64]], [[]], [], [[7i64]], [[-2i64], [], [], []]] }
-- output { [[], [2i64], [18i64], [0i64], [], [7i64], [-2i64, 0i64, 0i64, 0i64]] [-1i64, 0i64, 0i64, 0i64, -1i64,
-- 0i64, 1i64] [[], [[2i64]], [[11i64, 17i64, 17i64, 18i64]], [[]], [], [[7i64]], [[], [], [], []]] }

-- Three levels: for every group, every member and every item.
entry main [n] (groups: [n][?][?]i64) : ([n][?]i64, [n]i64, [n][?][?]i64) =
  let sums: [n][?]i64 = map (map i64.sum) groups
  let better s i j = if s[j] > s[i] || (s[j] == s[i] && j < i) then j else i
  let best = map (\s -> if null s then -1 else reduce_comm (better s) 0 (indices s)) sums
  let large member = let total = i64.sum member in filter (\x -> 2 * x >= total) (scan (+) 0 member)
  let kept: [n][?][?]i64 = map (map large) groups
  in (sums, best, kept)
