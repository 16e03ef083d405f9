-- Strongly connected components by reachability forwards and backwards, and recursion on the rest.
-- ==
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [0i64] }
-- input { [[1i64], [0i64]] }
-- output { [0i64, 0i64] }
-- input { [[1i64], [2i64], [3i64], []] }
-- output { [0i64, 1i64, 2i64, 3i64] }
-- input { [[1i64], [], [1i64], [8i64], [6i64, 8i64], [12i64], [5i64, 6i64], [1i64, 5i64, 11i64], [5i64, 10i64],
-- [12i64], [9i64, 12i64, 14i64], [10i64], [11i64], [], []] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 9i64, 9i64, 9i64, 13i64, 14i64] }
-- input { [[5i64, 8i64], [5i64, 8i64], [11i64, 12i64, 14i64, 16i64], [], [], [2i64, 14i64], [11i64, 14i64], [10i64],
-- [2i64, 11i64, 19i64], [0i64, 4i64, 6i64, 17i64], [19i64], [8i64, 14i64], [8i64, 18i64], [4i64, 9i64, 12i64, 17i64],
-- [8i64, 16i64], [5i64, 7i64], [0i64, 3i64, 5i64, 6i64, 17i64], [], [2i64, 13i64], [0i64, 7i64, 16i64]] }
-- output { [0i64, 1i64, 0i64, 3i64, 4i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 15i64, 0i64,
-- 17i64, 0i64, 0i64] }
-- input { [[1i64], [2i64], [3i64], [4i64], [5i64], [6i64], [7i64], [8i64], [9i64], [0i64]] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }

-- All vertices among those allowed that can be reached from a start.
def reach [n] (graph: [n][?]i64) (allowed: [n]bool) (start: i64) : [n]bool =
  let seen = replicate n false with [start] = true
  let (seen, _) =
    loop (seen: *[n]bool, frontier: []i64) = (seen, [start]) while !(null frontier) do
      let next = irregular.flatten (map (\v -> filter (\w -> allowed[w] && !seen[w]) graph[v]) frontier : [][?]i64)
      let [k] (next: [k]i64) = next
      let winner = scatter (replicate n (-1)) next (iota k)
      let next = map (.0) (filter (\(v, i) -> winner[v] == i) (zip next (iota k)))
      in (scatter seen next (map (const true) next), next)
  in seen

def transposed [n] (graph: [n][?]i64) : [n][?]i64 =
  let pairs: [n][?](i64, i64) = map2 (\v row -> map (\w -> (w, v)) row) (iota n) graph
  let (to, from) = unzip (irregular.flatten pairs)
  in irregular.group n to from

-- The component of every vertex of a set, by recursion on what a pivot does not settle. A component is named after its
-- smallest vertex.
def components [n] (graph: [n][?]i64) (back: [n][?]i64) (vertices: []i64) : [](i64, i64) =
  if null vertices
  then []
  else let pivot = vertices[length vertices / 2]
       let allowed = scatter (replicate n false) vertices (map (const true) vertices)
       let forward = reach graph allowed pivot
       let backward = reach back allowed pivot
       let component = filter (\v -> forward[v] && backward[v]) vertices
       let name = i64.minimum component
       let rest p = filter p vertices
       in map (\v -> (v, name)) component
          ++ components graph back (rest (\v -> forward[v] && !backward[v]))
          ++ components graph back (rest (\v -> !forward[v] && backward[v]))
          ++ components graph back (rest (\v -> !forward[v] && !backward[v]))

entry main [n] (graph: [n][?]i64) : [n]i64 =
  let (vertices, names) = unzip (components graph (transposed graph) (iota n))
  in scatter (replicate n (-1)) vertices names
