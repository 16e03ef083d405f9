-- Union-find with path halving, one structure per batch of edges, in place; then the sets as rows of rows.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?][?]i64) }
-- input { [1i64, 1i64] [[0i64], []] [[0i64], []] }
-- output { [[0i64], [0i64]] [[[0i64]], [[0i64]]] }
-- input { [4i64, 7i64, 0i64] [[1i64, 3i64, 2i64, 3i64], [], []] [[1i64, 3i64, 3i64, 1i64], [], []] }
-- output { [[0i64, 1i64, 1i64, 1i64], [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64], []] [[[0i64], [1i64, 2i64, 3i64]],
-- [[0i64], [1i64], [2i64], [3i64], [4i64], [5i64], [6i64]], []] }

def find (parent: *[]i64) (x: i64) : (*[]i64, i64) =
  loop (parent, x) while parent[x] != x do
    let grand = parent[parent[x]]
    in (parent with [x] = grand, grand)

def components (n: i64) (edges: [](i64, i64)) : *[n]i64 =
  let parent =
    loop parent = iota n for (u, v) in edges do
      let (parent, a) = find parent u
      let (parent, b) = find parent v
      let parent = parent :> [n]i64
      in if a == b then parent else parent with [i64.max a b] = i64.min a b
  -- Roots are the smallest members, so one pass in order is enough.
  in loop parent for i < n do
       let p = parent[parent[i]]
       in parent with [i] = p

def sets [n] (labels: [n]i64) : [][?]i64 =
  filter (\row -> length row > 0) (irregular.group n labels (iota n))

entry main [b] (sizes: [b]i64) (us: [b][?]i64) (vs: [b][?]i64) : ([b][?]i64, [b][?][?]i64) =
  let labels: [b][?]i64 = map2 components sizes (irregular.zip us vs)
  in (labels, map sets labels)
