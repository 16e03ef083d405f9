-- Sizes and heights of all subtrees: levels from the root down, then back up.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [1i64] [0i64] }
-- input { [[1i64], [2i64], []] }
-- output { [3i64, 2i64, 1i64] [2i64, 1i64, 0i64] }
-- input { [[1i64, 2i64], [4i64], [3i64], [7i64], [5i64], [6i64], [9i64, 10i64], [8i64], [], [13i64], [11i64, 12i64,
-- 14i64], [], [], [15i64, 16i64], [17i64, 18i64], [19i64], [], [], [], []] }
-- output { [20i64, 15i64, 4i64, 3i64, 14i64, 13i64, 12i64, 2i64, 1i64, 5i64, 6i64, 1i64, 1i64, 4i64, 3i64, 2i64, 1i64,
-- 1i64, 1i64, 1i64] [8i64, 7i64, 3i64, 2i64, 6i64, 5i64, 4i64, 1i64, 0i64, 3i64, 2i64, 0i64, 0i64, 2i64, 1i64, 1i64,
-- 0i64, 0i64, 0i64, 0i64] }
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64], [], [], [], [], []] }
-- output { [6i64, 1i64, 1i64, 1i64, 1i64, 1i64] [1i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [[1i64, 2i64, 3i64, 4i64], [], [5i64], [], [6i64], [], [7i64], [8i64, 9i64, 10i64], [], [12i64], [11i64,
-- 13i64, 14i64], [], [15i64, 16i64], [], [], [17i64], [], [18i64, 21i64], [19i64, 20i64], [], [22i64], [23i64, 25i64],
-- [26i64], [24i64], [], [28i64, 29i64], [27i64], [], [31i64], [30i64, 32i64], [], [33i64], [35i64], [34i64, 36i64],
-- [38i64], [37i64], [39i64], [], [40i64], [41i64, 43i64], [42i64], [44i64], [], [47i64], [45i64, 48i64], [46i64,
-- 49i64], [], [], [], [50i64, 51i64, 52i64], [54i64], [], [53i64], [], [55i64, 56i64, 57i64], [59i64], [], [58i64], [],
-- []] }
-- output { [60i64, 1i64, 2i64, 1i64, 55i64, 1i64, 54i64, 53i64, 1i64, 47i64, 4i64, 1i64, 46i64, 1i64, 1i64, 44i64,
-- 1i64, 43i64, 6i64, 1i64, 4i64, 36i64, 3i64, 2i64, 1i64, 33i64, 2i64, 1i64, 27i64, 5i64, 1i64, 26i64, 3i64, 25i64,
-- 4i64, 2i64, 20i64, 1i64, 3i64, 19i64, 2i64, 16i64, 1i64, 2i64, 15i64, 13i64, 1i64, 1i64, 1i64, 11i64, 7i64, 1i64,
-- 2i64, 1i64, 6i64, 2i64, 1i64, 2i64, 1i64, 1i64] [22i64, 0i64, 1i64, 0i64, 21i64, 0i64, 20i64, 19i64, 0i64, 18i64,
-- 1i64, 0i64, 17i64, 0i64, 0i64, 16i64, 0i64, 15i64, 4i64, 0i64, 3i64, 14i64, 2i64, 1i64, 0i64, 13i64, 1i64, 0i64,
-- 12i64, 3i64, 0i64, 11i64, 2i64, 10i64, 3i64, 1i64, 9i64, 0i64, 2i64, 8i64, 1i64, 7i64, 0i64, 1i64, 6i64, 5i64, 0i64,
-- 0i64, 0i64, 4i64, 3i64, 0i64, 1i64, 0i64, 2i64, 1i64, 0i64, 1i64, 0i64, 0i64] }

-- The vertices of a tree by their depth.
def levels [n] (children: [n][?]i64) : ?[d].[d][?]i64 =
  let (all, sizes, _) =
    loop (all: []i64, sizes: []i64, frontier: []i64) = ([], [], if n == 0 then [] else [0])
    while !(null frontier) do
      let next = irregular.flatten (map (\v -> children[v]) frontier : [][?]i64)
      in (all ++ frontier, sizes ++ [length frontier], next)
  in irregular.from_lengths sizes all

entry main [n] (children: [n][?]i64) : ([n]i64, [n]i64) =
  let [d] (by_depth: [d][?]i64) = levels children
  in loop (sizes, heights) = (replicate n 0, replicate n 0) for i < d do
       let level = by_depth[d - 1 - i]
       let (s, h) =
         unzip (map (\v ->
                       let below = children[v]
                       in (1 + i64.sum (map (\c -> sizes[c]) below),
                           if null below
                           then 0
                           else 1 + i64.maximum (map (\c -> heights[c]) below)))
                    level)
       in (scatter sizes level s, scatter heights level h)
