-- An automaton with several next states, given as rows of rows, over all texts.
-- ==
-- entry: main
-- input { [[[0i64], [0i64]]] [0i64] empty([0][?]i64) }
-- output { empty([0]bool) }
-- input { [[[0i64, 1i64], [0i64]], [[], [2i64]], [[2i64], [2i64]]] [2i64] [[], [0i64, 1i64], [1i64, 0i64, 0i64, 1i64,
-- 1i64], [0i64, 0i64, 0i64]] }
-- output { [false, true, true, false] }
-- input { [[[0i64], [0i64, 1i64]], [[2i64], [2i64]], [[3i64], []], [[3i64], [3i64]]] [3i64] [[1i64, 1i64, 0i64], [1i64,
-- 1i64, 1i64, 0i64, 1i64, 1i64], [0i64, 1i64, 0i64, 1i64, 0i64], [1i64, 0i64, 0i64, 1i64, 0i64], [0i64, 1i64, 1i64,
-- 0i64, 1i64, 1i64, 0i64, 0i64], [1i64, 0i64], [0i64], [1i64, 0i64, 1i64, 0i64, 0i64], [1i64, 0i64, 0i64, 1i64]] }
-- output { [true, true, false, true, true, false, false, true, true] }

def step [k] (table: [k][?][?]i64) (states: []i64) (c: i64) : []i64 =
  let next = irregular.flatten (map (\s -> table[s][c]) states : [][?]i64)
  let marks = spread k false next (map (const true) next)
  in filter (\s -> marks[s]) (iota k)

entry main [k] [t] (table: [k][?][?]i64) (accepting: []i64) (texts: [t][?]i64) : [t]bool =
  map (\text ->
         let states = loop (states: []i64) = [0] for c in text do step table states c
         in any (\s -> any (== s) accepting) states)
      texts
