-- Maximal independent set in the order of vertices.
-- ==
-- input { [[6], [1, 1, 4, 9], [7], [], [1], [], [0], [2, 7, 7], [], [1]] }
-- output { [true, true, true, true, false, true, false, false, true, false] }
-- input { [[8, 8], [], [10], [6, 12, 5, 8, 12], [14], [13, 6, 3], [3, 5], [], [0, 0, 3], [10], [2, 9], [], [3, 3], [5], [4]] }
-- output { [true, true, true, true, true, false, false, true, false, true, false, true, false, true, false] }
-- input { [[]] }
-- output { [true] }
-- input { [[3, 5, 4, 1, 6, 5, 2, 4, 1, 6, 4], [0, 0, 7, 7, 1, 1, 6], [7, 0], [0], [0, 7, 0, 0], [0, 0, 7, 5, 5], [0, 7, 0, 1], [6, 2, 5, 4, 1, 1]] }
-- output { [true, false, false, false, false, false, false, true] }

type state = #unknown | #inside | #outside

-- A vertex is inside when all its neighbours with smaller numbers are outside.
entry main [n] (graph: [n][?]i64) : [n]bool =
  let state0: [n]state = replicate n #unknown
  let final =
    loop states = state0 while any (\s -> match s case #unknown -> true case _ -> false) states do
      map3 (\v s ns ->
              match s
              case #unknown ->
                let before = filter (< v) ns
                in if any (\u -> match states[u] case #inside -> true case _ -> false) before
                   then #outside
                   else if all (\u -> match states[u] case #outside -> true case _ -> false) before
                   then #inside
                   else #unknown
              case other -> other)
           (iota n)
           states
           graph
  in map (\s -> match s case #inside -> true case _ -> false) final
