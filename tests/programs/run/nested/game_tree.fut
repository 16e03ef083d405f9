-- Winning positions by searching the tree of all games.
-- ==
-- input { [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }
-- output { [false, true, false, true, true, true, true, false, true, false, true] }

-- Who takes the last stone wins; one, three or four may be taken.
def wins (stones: i64) : bool =
  let moves = filter (<= stones) [1, 3, 4]
  in any (\k -> !(wins (stones - k))) moves

entry main [n] (heaps: [n]i64) : [n]bool = map wins heaps
