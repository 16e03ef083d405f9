-- Texts cut into pieces that occurred before.
-- ==
-- input { empty([0][?]u8) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]u8) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- input { [[97u8, 98u8, 97u8, 98u8, 97u8, 98u8, 97u8, 98u8], [], [97u8, 97u8, 97u8, 97u8], [97u8, 98u8, 99u8], [97u8,
-- 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8, 32u8, 97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8,
-- 97u8, 98u8, 114u8, 97u8]] }
-- output { [[97i64, 98i64, 0i64], [], [97i64, 0i64], [97i64, 98i64, 99i64], [97i64, 98i64, 114i64, 0i64, 99i64, 0i64,
-- 100i64, 0i64, 32i64, 0i64]] [[0i64, 0i64, 6i64], [], [0i64, 3i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 1i64,
-- 0i64, 1i64, 0i64, 4i64, 0i64, 11i64]] }

-- The longest piece that begins at i and also begins earlier: its length and its place.
def longest [n] (s: [n]u8) (i: i64) : (i64, i64) =
  let common j =
    loop k = 0 while i + k < n && s[j + k] == s[i + k] do k + 1
  let better (a, i) (b, j) = if a > b || (a == b && i < j) then (a, i) else (b, j)
  in reduce better (0, i64.highest) (map (\j -> (common j, j)) (iota i))

def parse [n] (s: [n]u8) : [](i64, i64) =
  -- All longest matches at once; then the pieces are those on the way from the beginning.
  let found = map (longest s) (iota n)
  let (pieces, count, _) =
    loop (pieces: *[n](i64, i64), count, i) = (replicate n (0, 0), 0, 0) while i < n do
      let (k, j) = found[i]
      in if k == 0 then (pieces with [count] = (i64.u8 s[i], 0), count + 1, i + 1)
         else (pieces with [count] = (j, k), count + 1, i + k)
  in take count pieces

entry main [n] (texts: [n][?]u8) : ([n][?]i64, [n][?]i64) = irregular.unzip (map parse texts)
