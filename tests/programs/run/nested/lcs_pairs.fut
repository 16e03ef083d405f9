-- Longest common subsequences of pairs of words, by diagonals.
-- ==
-- input { [[1, 3, 1, 0, 2, 0, 3, 1], [0, 0, 1, 1, 1, 1, 2, 2], [0, 2, 3, 1, 3, 1], [0, 1, 2, 3], [3, 1, 2], []] [[3, 1, 3, 3, 0], [0], [2], [0, 3, 0, 0, 0, 1, 0, 1], [1, 3, 3, 1, 2, 2, 1, 2, 3], [3, 2]] }
-- output { [3, 1, 1, 2, 3, 0] }

def lcs [n] [m] (a: [n]u8) (b: [m]u8) : i64 =
  let zero = replicate (n + 1) 0i64
  let (_, last) =
    loop (older, old) = (zero, zero) for d < n + m + 1 do
      let new =
        map (\i ->
               let j = d - i
               in if i == 0 || j <= 0 || j > m
                  then (if i > 0 && j > m then old[i - 1] else 0)
                  else if a[i - 1] == b[j - 1]
                  then older[i - 1] + 1
                  else i64.max old[i - 1] old[i])
            (iota (n + 1))
      in (old, new)
  in last[n]

entry main [n] (as: [n][?]u8) (bs: [n][?]u8) : [n]i64 = map2 lcs as bs
