-- Depths and sizes of the subtrees of trees, by a tour around each and ranking of lists.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [0i64] [1i64] }
-- input { [[1i64], [2i64], [3i64], []] }
-- output { [0i64, 1i64, 2i64, 3i64] [4i64, 3i64, 2i64, 1i64] }
-- input { [[1i64, 2i64, 3i64], [], [], []] }
-- output { [0i64, 1i64, 1i64, 1i64] [4i64, 1i64, 1i64, 1i64] }
-- input { [[1i64, 2i64, 3i64, 9i64, 14i64], [6i64, 8i64], [4i64], [5i64], [], [7i64], [], [12i64], [], [10i64],
-- [11i64], [15i64], [13i64], [], [], [16i64], []] }
-- output { [0i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 3i64, 2i64, 1i64, 2i64, 3i64, 4i64, 5i64, 1i64, 4i64, 5i64]
-- [17i64, 3i64, 2i64, 5i64, 1i64, 4i64, 1i64, 3i64, 1i64, 5i64, 4i64, 3i64, 2i64, 1i64, 1i64, 2i64, 1i64] }
-- entry: forest
-- input { empty([0][?][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0][?]i64) }
-- output { empty([1][?: 0]i64) }
-- input { [[], [[]], [[1i64], [2i64, 3i64, 4i64], [], [], []], [[1i64], [2i64, 3i64], [], [4i64, 5i64, 6i64], [8i64],
-- [], [7i64], [], []], []] }
-- output { [[], [0i64], [0i64, 1i64, 2i64, 2i64, 2i64], [0i64, 1i64, 2i64, 2i64, 3i64, 3i64, 3i64, 4i64, 4i64], []] }

-- The distance of every node of a list to its end; the end is its own successor.
def rank [n] (next: [n]i64) : [n]i64 =
  let step (distance, next) =
    (map2 (\d i -> d + distance[i]) distance next, map (\i -> next[i]) next)
  let rounds = 64 - i64.i32 (i64.clz n)
  let start: [n]i64 = map2 (\i j -> i64.bool (i != j)) (iota n) next
  in (iterate (i32.i64 rounds) step (start, next)).0

-- Depth and size of the subtree of every vertex, from the children of each; vertex 0 is the root.
-- The tour goes down edge v as element 2 * v and up as 2 * v + 1.
def depths [n] (children: [n][?]i64) : ([n]i64, [n]i64) =
  if n == 0 then ([], []) :> ([n]i64, [n]i64)
  else
    let links: [n][?](i64, i64) =
      map2 (\v row ->
              let k = length row
              let down = [(2 * v, if k == 0 then 2 * v + 1 else 2 * row[0])]
              let up = tabulate k (\i -> (2 * row[i] + 1, if i + 1 < k then 2 * row[i + 1] else 2 * v + 1))
              in down ++ up)
           (iota n) children
    let (from, to) = unzip (irregular.flatten links)
    let next = scatter (iota (2 * n)) from to
    let distance = rank next
    let position = map (\d -> 2 * n - 1 - d) distance
    let ordered = scatter (replicate (2 * n) 0) position (tabulate (2 * n) (\i -> if i % 2 == 0 then 1 else -1))
    let sums = scan (+) 0 ordered
    in (map (\v -> sums[position[2 * v]] - 1) (iota n),
        map (\v -> (position[2 * v + 1] - position[2 * v] + 1) / 2) (iota n))

entry main [n] (children: [n][?]i64) : ([n]i64, [n]i64) = depths children

-- A forest of trees.
entry forest [k] (trees: [k][?][?]i64) : [k][?]i64 = map (\tree -> (depths tree).0) trees
