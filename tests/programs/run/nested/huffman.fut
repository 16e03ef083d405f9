-- Cost of the best prefix code of each of several alphabets.
-- ==
-- input { [[1, 2, 3], [5], [], [1, 1, 1, 1], [40, 20, 10, 5, 3, 2, 1]] }
-- output { [9, 0, 0, 8, 163] }
-- input { [[44, 40], [9, 37, 39, 43, 34, 22, 42], [], [36, 36, 10, 1, 22, 31, 46], [24, 37, 2, 42, 32, 3], [31], [6], [26, 21, 15, 17, 42, 29, 42, 6, 29]] }
-- output { [84, 624, 0, 472, 314, 0, 0, 698] }
-- input { [[]] }
-- output { [0] }

def smallest [n] (alive: [n]bool) (ws: [n]i64) : i64 =
  let candidates = filter (\i -> alive[i]) (iota n)
  in reduce (\a b -> if a < 0 then b else if b < 0 then a else if ws[b] < ws[a] then b else a)
            (-1)
            candidates

-- Lengths of codes: two trees with the least weights are joined until there is one.
def lengths [n] (ws: [n]i64) : [n]i64 =
  let (_, _, _, depth) =
    loop (ws, tree, alive, depth) = (copy ws, iota n, replicate n true, replicate n 0i64)
    for _i < n - 1 do
      let a = smallest alive ws
      let alive = alive with [a] = false
      let b = smallest alive ws
      let depth = map2 (\t d -> if t == a || t == b then d + 1 else d) tree depth
      let tree = map (\t -> if t == a then b else t) tree
      let ws = ws with [b] = ws[b] + ws[a]
      in (ws, tree, alive, depth)
  in depth

-- The cost of the code of each alphabet.
entry main [k] (alphabets: [k][?]i64) : [k]i64 =
  map (\ws -> i64.sum (map2 (*) ws (lengths ws))) alphabets
