-- Betweenness centrality by Brandes' algorithm, all sources at once; levels as irregular frontiers.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]f64) empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [0.0f64] [1i64] }
-- input { [[1i64, 5i64, 3i64], [0i64, 4i64], [], [4i64, 0i64], [3i64, 1i64], [0i64]] }
-- output { [7.0f64, 2.0f64, 0.0f64, 2.0f64, 1.0f64, 0.0f64] [3i64, 3i64, 1i64, 3i64, 4i64, 4i64] }

type graph [n] = [n][?]i64

def forward [n] (g: graph [n]) (source: i64) : ([n]i64, [n]f64, [][?]i64) =
  let dist = replicate n (-1) with [source] = 0
  let sigma = replicate n 0f64 with [source] = 1
  let (dist, sigma, levels, _, _) =
    loop (dist, sigma, levels: [][?]i64, frontier, d) = (dist, sigma, [], [source], 0)
    while length frontier > 0 do
      let edges: [][?](i64, i64) = map (\u -> map (\v -> (u, v)) g[u]) frontier
      let tree = filter (\(_, v) -> dist[v] == -1) (irregular.flatten edges)
      let (us, vs) = unzip tree
      let sigma = reduce_by_index (copy sigma) (+) 0 vs (map (\u -> sigma[u]) us)
      let seen = hist (||) false n vs (map (const true) vs)
      let next = filter (\v -> seen[v]) (iota n)
      let dist = scatter (copy dist) next (map (const (d + 1)) next)
      in (dist, sigma, levels ++ [frontier], next, d + 1)
  in (dist, sigma, levels)

def backward [n] (g: graph [n]) (dist: [n]i64) (sigma: [n]f64) (levels: [][?]i64) : *[n]f64 =
  loop delta = replicate n 0 for level in reverse levels do
    let values =
      map (\u ->
             f64.sum (map (\v ->
                             if dist[v] == dist[u] + 1
                             then sigma[u] / sigma[v] * (1 + delta[v])
                             else 0)
                          g[u])) level
    in scatter delta level values

entry main [n] (g: graph [n]) : ([n]f64, [n]i64) =
  let per_source =
    map (\s ->
           let (dist, sigma, levels) = forward g s
           let delta = backward g dist sigma levels
           in (delta with [s] = 0, length levels)) (iota n)
  let (deltas, depths) = unzip per_source
  in (map f64.sum (transpose deltas), depths)
