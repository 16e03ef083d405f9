-- Every place where each of several patterns occurs in a text.
-- ==
-- input { [[97u8, 98u8], [], [97u8, 98u8, 99u8], [120u8], [98u8, 97u8, 98u8]] [97u8, 98u8, 97u8, 98u8, 97u8, 98u8,
-- 99u8] }
-- output { [[0i64, 2i64, 4i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64], [4i64], [], [1i64, 3i64]] }
-- input { empty([0][?]u8) [97u8, 98u8, 99u8] }
-- output { empty([0][?]i64) }
-- input { [[97u8], [98u8]] empty([0]u8) }
-- output { empty([2][?: 0, 0]i64) }
-- input { [[97u8, 97u8, 97u8, 97u8], [97u8, 97u8]] [97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8] }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64]] }

-- Where the pattern begins in the text.
def matches [n] [m] (pattern: [m]u8) (text: [n]u8) : []i64 =
  -- Candidates are dropped character by character.
  loop candidates = iota (i64.max 0 (n - m + 1)) for j < m do
    filter (\i -> text[i + j] == pattern[j]) candidates

entry main [n] (patterns: [n][?]u8) (text: []u8) : [n][?]i64 =
  map (\pattern -> matches pattern text) patterns
