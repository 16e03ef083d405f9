-- The connected components of a graph without directions: each vertex gets the least number of those in its component.
--
-- Every vertex begins as a component of its own. In each round all edges between two components hang the one with the
-- greater number onto the other, and then every vertex follows its parents up to the root, with a loop of its own.
-- Edges within one component are dropped, so there are less and less of them.
--
-- Expected numbers are from union-find, in another language.
-- Checklist: 55.
-- ==
-- input { empty([0][?]i64) } output { empty([0]i64) }
-- input { [[], [], []] } output { [0i64, 1i64, 2i64] }
-- input { [[1i64], [2i64], [], [4i64], [], [5i64]] } output { [0i64, 0i64, 0i64, 3i64, 3i64, 5i64] }
-- input { [[5i64], [4i64], [3i64], [2i64], [1i64], [0i64]] } output { [0i64, 1i64, 2i64, 2i64, 1i64, 0i64] }
-- input { [[7i64], [0i64], [1i64], [2i64], [3i64], [4i64], [5i64], [6i64]] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [[4i64], [11i64], [], [6i64], [], [8i64], [], [], [3i64], [], [], [15i64], [4i64], [10i64], [], [5i64],
-- [6i64], [], [4i64], []] }
-- output { [0i64, 1i64, 2i64, 1i64, 0i64, 1i64, 1i64, 7i64, 1i64, 9i64, 10i64, 1i64, 0i64, 10i64, 14i64, 1i64, 1i64,
-- 17i64, 0i64, 19i64] }
def root [n] (parents: [n]i64) (v: i64) : i64 = loop v while parents[v] != v do parents[v]

def components [n] [m] (edges: [m](i64, i64)) : [n]i64 =
  (loop (parents: *[n]i64, edges: [](i64, i64)) = (iota n, edges) while length edges > 0 do
     let (lows, highs) = unzip (map (\(u, v) -> (i64.min u v, i64.max u v)) edges)
     let hooked = reduce_by_index parents i64.min i64.highest highs lows
     let flat = map (root hooked) (iota n)
     let left = filter (\(u, v) -> u != v) (map (\(u, v) -> (flat[u], flat[v])) edges)
     in (flat, left)).0

-- The edges of the vertices: an edge may be listed at one of its ends or at both.
entry main [n] (graph: [n][?]i64) : [n]i64 =
  let edges: [n][?](i64, i64) = map2 (\u vs -> map (\v -> (u, v)) vs) (iota n) graph
  in components (irregular.flatten edges)
