-- Edit distances of pairs of strings, one diagonal after the other.
-- ==
-- entry: main
-- input { empty([0][?]u8) empty([0][?]u8) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]u8) empty([1][?: 0]u8) }
-- output { [0i64] }
-- input { [[107u8, 105u8, 116u8, 116u8, 101u8, 110u8], [], [97u8, 98u8, 99u8], [102u8, 108u8, 97u8, 119u8]] [[115u8,
-- 105u8, 116u8, 116u8, 105u8, 110u8, 103u8], [120u8, 121u8], [], [108u8, 97u8, 119u8, 110u8]] }
-- output { [3i64, 2i64, 3i64, 2i64] }
-- input { [[99u8, 99u8, 98u8, 98u8, 98u8, 98u8, 98u8, 99u8, 98u8, 99u8, 98u8, 97u8, 98u8, 97u8, 97u8, 98u8, 98u8, 99u8,
-- 99u8, 98u8], [97u8, 99u8, 99u8]] [[98u8, 98u8, 98u8, 98u8, 98u8, 99u8, 98u8, 98u8, 99u8, 97u8, 97u8, 97u8, 98u8,
-- 97u8], [99u8, 98u8, 99u8, 97u8, 99u8, 99u8, 97u8, 99u8, 97u8, 99u8, 97u8, 97u8, 97u8, 98u8, 97u8, 97u8, 97u8, 98u8,
-- 99u8, 97u8, 99u8, 97u8, 97u8, 99u8, 98u8, 98u8, 98u8, 99u8, 97u8, 98u8]] }
-- output { [9i64, 27i64] }

-- Cells of the diagonals d - 1 and d - 2 are kept by their row.
def distance [n] [m] (s: [n]u8) (t: [m]u8) : i64 =
  let cell (d: i64) (one: [n + 1]i64) (two: [n + 1]i64) (i: i64) : i64 =
    let j = d - i
    in if j < 0 || j > m
       then 0
       else if i == 0
       then j
       else if j == 0
       then i
       else i64.min (i64.min one[i - 1] one[i] + 1)
                    (two[i - 1] + i64.bool (s[i - 1] != t[j - 1]))
  let (last, _) =
    loop (one, two) = (replicate (n + 1) 0, replicate (n + 1) 0) for d < n + m + 1 do
      (map (cell d one two) (iota (n + 1)), one)
  in last[n]

entry main [r] (ss: [r][?]u8) (ts: [r][?]u8) : [r]i64 = map2 distance ss ts
