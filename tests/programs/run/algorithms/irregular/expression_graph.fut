-- Values of the nodes of an expression graph, in rounds: records with rows in them.
-- ==
-- input { empty([0]i64) empty([0][?]i64) empty([0]i64) }
-- output { empty([0]i64) 0i64 }
-- input { [0i64] empty([1][?: 0]i64) [-2i64] }
-- output { [-2i64] 1i64 }
-- input { [0i64, 3i64, 2i64, 0i64, 4i64, 2i64] [[], [], [1i64, 0i64], [], [3i64, 2i64, 3i64, 3i64, 1i64], [2i64]]
-- [-1i64, 3i64, 3i64, -3i64, -3i64, -3i64] }
-- output { [-1i64, 0i64, 0i64, -3i64, 6i64, 0i64] 3i64 }
-- input { [0i64, 3i64, 2i64, 4i64, 4i64, 3i64, 2i64, 1i64, 1i64, 0i64, 3i64, 1i64, 3i64, 2i64, 1i64, 2i64, 3i64,
-- 4i64, 2i64, 4i64] [[], [0i64], [], [], [2i64], [0i64], [1i64, 2i64], [0i64, 0i64, 2i64, 5i64, 0i64], [5i64, 0i64],
-- [], [4i64, 5i64], [10i64], [9i64, 10i64, 1i64, 4i64, 9i64], [7i64], [2i64, 4i64], [9i64, 2i64, 5i64, 9i64, 0i64],
-- [1i64, 14i64], [11i64], [9i64, 3i64], [6i64, 13i64, 6i64, 3i64, 1i64]] [-3i64, -3i64, 2i64, -2i64, 1i64, 2i64,
-- -2i64, 1i64, -3i64, 1i64, 0i64, 1i64, -2i64, -1i64, -3i64, -3i64, 3i64, 1i64, -1i64, 3i64] }
-- output { [-3i64, -3i64, 1i64, -2i64, 0i64, -3i64, -3i64, -11i64, -6i64, 1i64, 0i64, 0i64, 1i64, -11i64, 1i64, 9i64,
-- 1i64, 1i64, -2i64, 25i64] 5i64 }

-- A node of an expression: what it does, and its operands.
type~ node = {operator: i64, operands: []i64, number: i64}

-- Values of all nodes; those whose operands are known follow in rounds.
entry main [n] (operators: [n]i64) (operands: [n][?]i64) (numbers: [n]i64) : ([n]i64, i64) =
  let nodes: [n]{operator: i64, operands: [?]i64, number: i64} =
    map3 (\operator operands number -> {operator, operands, number}) operators operands numbers
  let (values, _, rounds) =
    loop (values, known, rounds) = (replicate n 0i64, replicate n false, 0) while !(and known) && rounds <= n do
      let step (node: node) value done =
        if done || !(all (\o -> known[o]) node.operands) then (value, done)
        else let xs = map (\o -> values[o]) node.operands
             let value = match node.operator
                         case 0 -> node.number
                         case 1 -> i64.sum xs
                         case 2 -> i64.product xs
                         case 3 -> if null xs then 0 else i64.maximum xs
                         case _ -> foldl (-) node.number xs
             in (value, true)
      let (values, known) = unzip (map3 step nodes values known)
      in (values, known, rounds + 1)
  in (values, rounds)
