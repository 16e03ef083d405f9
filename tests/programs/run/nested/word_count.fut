-- Words and how often they occur.
-- ==
-- input { [116, 104, 101, 32, 99, 97, 116, 32, 97, 110, 100, 32, 116, 104, 101, 32, 100, 111, 103, 32, 97, 110, 100, 32, 116, 104, 101, 32, 98, 105, 114, 100] }
-- output { [[97, 110, 100], [98, 105, 114, 100], [99, 97, 116], [100, 111, 103], [116, 104, 101]] [2, 1, 1, 1, 3] }
-- input { [97] }
-- output { [[97]] [1] }
-- input { [98, 32, 97, 32, 98, 32, 97, 32, 98] }
-- output { [[97], [98]] [2, 3] }
-- input { [32, 120, 32, 32, 120, 120, 32, 120, 120, 120, 32, 120, 120, 32] }
-- output { [[120], [120, 120], [120, 120, 120]] [1, 2, 1] }

def less [n] [m] (a: [n]u8) (b: [m]u8) : bool =
  let k = i64.min n m
  let (i, _) =
    loop (i, go) = (0, true) while go && i < k do if a[i] == b[i] then (i + 1, true) else (i, false)
  in if i < k then a[i] < b[i] else n < m

def same [n] [m] (a: [n]u8) (b: [m]u8) : bool = n == m && and (map2 (==) a (b :> [n]u8))

-- How often each word occurs, in the order of the words.
entry main (text: []u8) : ([][?]u8, []i64) =
  let words = filter (\w -> length w > 0) (irregular.split (== ' ') text)
  let n = length words
  let first = map (\i -> all (\j -> !(same words[i] words[j])) (iota i)) (iota n)
  let distinct = filter (\i -> first[i]) (iota n)
  let rank = map (\i -> i64.sum (map (\j -> i64.bool (less words[j] words[i])) distinct)) distinct
  let k = length distinct
  let order = scatter (replicate k 0) rank distinct
  in (map (\i -> words[i]) order,
      map (\i -> i64.sum (map (\w -> i64.bool (same w words[i])) words)) order)
