-- A minimum spanning forest by Boruvka's rounds: each component takes its lightest edge.
-- ==
-- entry: main
-- input { 0i64 empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { 0i64 empty([0]i64) }
-- input { 1i64 [0i64] [0i64] [5i64] }
-- output { 0i64 empty([0]i64) }
-- input { 4i64 [0i64, 1i64, 2i64] [1i64, 2i64, 3i64] [1i64, 1i64, 1i64] }
-- output { 3i64 [0i64, 1i64, 2i64] }
-- input { 5i64 [0i64, 1i64] [1i64, 2i64] [7i64, 3i64] }
-- output { 10i64 [0i64, 1i64] }
-- input { 8i64 [4i64, 3i64, 1i64, 1i64, 7i64, 6i64, 5i64, 3i64, 2i64, 0i64, 7i64, 1i64, 0i64, 4i64, 0i64, 4i64] [5i64,
-- 4i64, 4i64, 6i64, 1i64, 5i64, 0i64, 0i64, 2i64, 2i64, 3i64, 1i64, 7i64, 6i64, 0i64, 0i64] [20i64, 25i64, 7i64, 13i64,
-- 18i64, 30i64, 18i64, 26i64, 15i64, 3i64, 10i64, 25i64, 28i64, 28i64, 15i64, 29i64] }
-- output { 89i64 [0i64, 2i64, 3i64, 4i64, 6i64, 9i64, 10i64] }
-- input { 20i64 [16i64, 9i64, 10i64, 3i64, 14i64, 6i64, 4i64, 19i64, 3i64, 1i64, 11i64, 5i64, 6i64, 5i64, 7i64, 9i64,
-- 0i64, 3i64, 1i64, 7i64, 13i64, 16i64, 19i64, 12i64, 8i64, 19i64, 10i64, 19i64, 17i64, 4i64, 10i64, 1i64, 0i64, 2i64,
-- 16i64, 16i64, 16i64, 15i64, 5i64, 4i64, 6i64, 17i64, 11i64, 4i64, 4i64, 9i64, 3i64, 5i64, 17i64, 9i64] [14i64, 6i64,
-- 2i64, 3i64, 4i64, 0i64, 19i64, 4i64, 16i64, 11i64, 9i64, 11i64, 0i64, 8i64, 0i64, 14i64, 0i64, 10i64, 9i64, 15i64,
-- 14i64, 9i64, 1i64, 0i64, 1i64, 2i64, 0i64, 16i64, 9i64, 13i64, 8i64, 14i64, 19i64, 8i64, 2i64, 13i64, 2i64, 0i64,
-- 12i64, 0i64, 8i64, 0i64, 16i64, 18i64, 2i64, 0i64, 10i64, 3i64, 15i64, 13i64] [4i64, 11i64, 17i64, 1i64, 24i64, 1i64,
-- 22i64, 4i64, 30i64, 19i64, 27i64, 22i64, 21i64, 2i64, 29i64, 20i64, 8i64, 15i64, 8i64, 12i64, 12i64, 18i64, 3i64,
-- 23i64, 17i64, 27i64, 4i64, 23i64, 3i64, 8i64, 27i64, 27i64, 9i64, 19i64, 15i64, 27i64, 15i64, 16i64, 2i64, 29i64,
-- 2i64, 26i64, 28i64, 26i64, 30i64, 26i64, 25i64, 21i64, 15i64, 3i64] }
-- output { 159i64 [0i64, 5i64, 7i64, 9i64, 13i64, 17i64, 18i64, 19i64, 20i64, 22i64, 26i64, 28i64, 32i64, 34i64, 38i64,
-- 40i64, 43i64, 48i64, 49i64] }
-- input { 3i64 [0i64, 0i64, 2i64, 2i64, 2i64, 0i64, 2i64, 2i64, 2i64, 2i64, 0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 1i64,
-- 2i64, 2i64, 2i64] [2i64, 1i64, 2i64, 1i64, 1i64, 1i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64, 0i64, 2i64,
-- 2i64, 2i64, 2i64, 2i64] [17i64, 6i64, 2i64, 28i64, 26i64, 28i64, 8i64, 9i64, 6i64, 17i64, 2i64, 25i64, 17i64, 1i64,
-- 21i64, 25i64, 4i64, 7i64, 4i64, 16i64] }
-- output { 6i64 [10i64, 16i64] }

type edge = {from: i64, to: i64, weight: i64, number: i64}

def lighter (a: edge) (b: edge) : edge =
  if a.weight < b.weight || (a.weight == b.weight && a.number < b.number) then a else b

def nothing : edge = {from = -1, to = -1, weight = i64.highest, number = i64.highest}

-- Follows parents to the root.
def roots [n] (parents: [n]i64) : [n]i64 =
  loop p = parents while any (\(i, q) -> p[q] != p[i]) (zip (iota n) p) do map (\q -> p[q]) p

def round [n] (component: [n]i64) (edges: []edge) : ([n]i64, []i64) =
  let both = edges ++ map (\e -> e with from = e.to with to = e.from) edges
  let best = hist lighter nothing n (map (.from) both) both
  let taken = filter (\c -> best[c].number != i64.highest) (iota n)
  -- Two components that choose each other: the smaller one stays a root.
  let parent c =
    if best[c].number == i64.highest
    then c
    else let other = best[c].to
         in if best[other].to == c && c < other then c else other
  let root = roots (map parent (iota n))
  in (map (\c -> root[c]) component, map (\c -> best[c].number) taken)

entry main [m] (n: i64) (us: [m]i64) (vs: [m]i64) (ws: [m]i64) : (i64, []i64) =
  let edges = map4 (\u v w i -> {from = u, to = v, weight = w, number = i}) us vs ws (iota m)
  let (_, _, chosen) =
    loop (component: [n]i64, left: []edge, chosen: []i64) =
      (iota n, filter (\e -> e.from != e.to) edges, []) while !(null left) do
      let (component, new) = round component left
      let left =
        map (\e ->
               let o = edges[e.number]
               in e with from = component[o.from] with to = component[o.to]) left
        |> filter (\e -> e.from != e.to)
      in (component, left, chosen ++ new)
  let marked = spread m false chosen (map (const true) chosen)
  let kept = filter (\i -> marked[i]) (iota m)
  in (i64.sum (map (\i -> ws[i]) kept), kept)
