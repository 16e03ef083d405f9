-- Minimum spanning forest by Boruvka: total weight and number of edges.
-- ==
-- input { 1 empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { 0 0 }
-- input { 5 [2, 2, 3, 2, 0, 4, 2] [3, 4, 3, 2, 2, 3, 1] [49572, 97270, 88304, 76407, 44413, 34279, 39164] }
-- output { 167428 4 }
-- input { 12 [8, 1, 2, 6, 3, 3, 6, 3, 7, 0, 1, 6, 3, 0, 7, 1, 7, 11, 1, 1, 7, 3, 7, 1, 1, 5, 7, 5, 0, 8] [10, 3, 4, 0, 10, 3, 5, 10, 4, 0, 10, 5, 4, 7, 7, 1, 8, 7, 6, 7, 2, 6, 0, 3, 4, 7, 3, 8, 1, 3] [46558, 53216, 43671, 61318, 84702, 65632, 76085, 70185, 53731, 6567, 2439, 83182, 5088, 20835, 84170, 71924, 3807, 16314, 45119, 49730, 86801, 39333, 93902, 98710, 67809, 75363, 60579, 38533, 32575, 89765] }
-- output { 247714 10 }
-- input { 20 [10, 4, 15, 17, 1, 2, 19, 18, 4, 2, 16, 0, 7, 2, 17, 5, 10, 19, 4, 11, 2, 19, 1, 9, 9] [18, 11, 14, 5, 3, 19, 1, 16, 8, 5, 0, 19, 14, 14, 7, 6, 10, 0, 10, 2, 0, 3, 5, 8, 2] [87626, 7852, 16366, 2600, 50259, 14425, 60095, 37220, 25947, 10890, 21651, 30474, 72010, 60602, 37964, 43007, 91772, 77176, 8311, 54741, 94573, 79140, 85101, 10744, 98590] }
-- output { 493148 17 }
-- input { 4 [1, 3, 0, 2, 3, 2] [3, 2, 1, 2, 0, 3] [45315, 76825, 5916, 57646, 88887, 36988] }
-- output { 88219 3 }

type edge = {u: i64, v: i64, w: i64}

def lighter (a: edge) (b: edge) : edge = if b.w < a.w then b else a

def none : edge = {u = -1, v = -1, w = i64.highest}

-- Every component takes its lightest edge; what hangs together becomes one component.
entry main [m] (n: i64) (us: [m]i64) (vs: [m]i64) (ws: [m]i64) : (i64, i64) =
  let edges = map3 (\u v w -> {u, v, w}) us vs ws |> filter (\e -> e.u != e.v)
  let (_, _, total, count) =
    loop (label, edges, total, count) = (iota n, edges, 0, 0) while length edges > 0 do
      let best =
        reduce_by_index (replicate n none)
                        lighter
                        none
                        (map (.u) edges ++ map (.v) edges)
                        (edges ++ edges)
      let parent =
        map2 (\i e -> if e.w == i64.highest then i else if e.u == i then e.v else e.u) (iota n) best
      -- Of two that chose each other, the smaller one stays a root.
      let root = map (\i -> parent[parent[i]] == i && i < parent[i] || parent[i] == i) (iota n)
      let chosen = filter (\i -> !root[i]) (iota n)
      let total = total + i64.sum (map (\i -> best[i].w) chosen)
      let up = map (\i -> if root[i] then i else parent[i]) (iota n)
      let up =
        loop up while any (\i -> up[up[i]] != up[i]) (iota n) do map (\i -> up[up[i]]) (iota n)
      let edges =
        edges |> map (\e -> {u = up[e.u], v = up[e.v], w = e.w}) |> filter (\e -> e.u != e.v)
      in (map (\l -> up[l]) label, edges, total, count + length chosen)
  in (total, count)
