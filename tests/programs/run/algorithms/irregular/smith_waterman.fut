-- Local alignment of batches of pairs of strings of any lengths: score, and the aligned part by tracing back.
-- ==
-- entry: main
-- input { empty([0][?]u8) empty([0][?]u8) }
-- output { empty([0]i32) empty([0][?]u8) }
-- input { empty([1][?: 0]u8) empty([1][?: 0]u8) }
-- output { [0i32] empty([1][?: 0]u8) }
-- input { [[99u8, 97u8, 99u8], [97u8, 103u8, 99u8, 103u8], [103u8, 103u8, 99u8, 116u8, 97u8, 97u8, 103u8]] [[103u8,
-- 103u8, 103u8, 99u8, 99u8, 99u8, 97u8], [116u8, 116u8, 99u8, 99u8], [99u8, 103u8, 97u8, 99u8, 97u8, 97u8, 97u8]] }
-- output { [6i32, 3i32, 8i32] [[99u8, 97u8], [99u8], [103u8, 43u8, 99u8, 45u8, 97u8, 97u8]] }

type scoring = {match_: i32, mismatch: i32, gap: i32}

def align [n] [m] (s: scoring) (a: [n]u8) (b: [m]u8) : (i32, i64, i64, [n + 1][m + 1]i32) =
  let table =
    loop h = replicate (n + 1) (replicate (m + 1) 0i32) for i < n do
      loop h for j < m do
        let diag = h[i, j] + (if a[i] == b[j] then s.match_ else s.mismatch)
        let up = h[i, j + 1] + s.gap
        let left = h[i + 1, j] + s.gap
        in h with [i + 1, j + 1] = i32.max 0 (i32.max diag (i32.max up left))
  let better (x, i) (y, j) = if y > x || (y == x && j < i) then (y, j) else (x, i)
  let (best, at) = reduce better (0, i64.highest) (zip (flatten table) (iota ((n + 1) * (m + 1))))
  let (i, j) = if best == 0 then (0, 0) else (at / (m + 1), at % (m + 1))
  in (best, i, j, table)

def trace_back [n] [m] (s: scoring) (a: [n]u8) (b: [m]u8) : (i32, []u8) =
  let (best, i, j, h) = align s a b
  let (out, _, _) =
    loop (out, i, j) = ([], i, j) while h[i, j] > 0 do
      if h[i, j] == h[i - 1, j - 1] + (if a[i - 1] == b[j - 1] then s.match_ else s.mismatch)
      then (out ++ [a[i - 1]], i - 1, j - 1)
      else if h[i, j] == h[i - 1, j] + s.gap
      then (out ++ ['-'], i - 1, j)
      else (out ++ ['+'], i, j - 1)
  in (best, reverse out)

entry main [n] (queries: [n][?]u8) (targets: [n][?]u8) : ([n]i32, [n][?]u8) =
  let s = {match_ = 3, mismatch = -3, gap = -2}
  let both = map2 (trace_back s) queries targets
  in unzip both
