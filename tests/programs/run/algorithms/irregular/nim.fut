-- Who wins Nim, by looking at all moves: recursion over rows of heaps.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]bool) }
-- input { empty([1][?: 0]i64) }
-- output { [false] }
-- input { [[0i64], [1i64], [2i64, 2i64], [1i64, 2i64, 3i64], [], [0i64, 0i64]] }
-- output { [false, true, false, false, false, false] }
-- input { [[3i64, 2i64], [1i64, 1i64, 1i64], [2i64, 1i64, 2i64]] }
-- output { [true, true, true] }

def moves [n] (heaps: [n]i64) : [][n]i64 =
  let takes: [n][?][n]i64 =
    map2 (\i h -> map (\left -> copy heaps with [i] = left) (iota h)) (iota n) heaps
  in irregular.flatten takes

def wins [n] (heaps: [n]i64) : bool =
  if all (== 0) heaps
  then false
  else any (\next -> !(wins next)) (moves heaps)

entry main [g] (games: [g][?]i64) : [g]bool = map wins games
