-- The value of a maximum flow by rounds of pushing and relabelling on ragged residual edges.
-- ==
-- entry: main
-- input { 2i64 empty([0]i64) empty([0]i64) empty([0]i64) 0i64 1i64 }
-- output { 0i64 }
-- input { 2i64 [0i64] [1i64] [7i64] 0i64 1i64 }
-- output { 7i64 }
-- input { 4i64 [0i64, 0i64, 1i64, 2i64, 1i64] [1i64, 2i64, 3i64, 3i64, 2i64] [3i64, 2i64, 2i64, 3i64, 5i64] 0i64 3i64 }
-- output { 5i64 }
-- input { 6i64 [0i64, 5i64, 0i64, 4i64, 5i64, 5i64, 0i64, 4i64, 1i64, 3i64, 1i64, 2i64] [2i64, 4i64, 0i64, 5i64, 4i64,
-- 0i64, 5i64, 0i64, 1i64, 2i64, 4i64, 3i64] [8i64, 8i64, 1i64, 1i64, 8i64, 2i64, 3i64, 3i64, 9i64, 4i64, 9i64, 4i64]
-- 0i64 5i64 }
-- output { 3i64 }
-- input { 9i64 [3i64, 3i64, 4i64, 0i64, 2i64, 5i64, 7i64, 5i64, 7i64, 7i64, 0i64, 4i64, 1i64, 5i64, 3i64, 4i64, 2i64,
-- 8i64, 2i64, 0i64, 3i64, 4i64, 2i64, 8i64, 0i64, 8i64, 0i64, 1i64, 3i64, 1i64] [7i64, 7i64, 8i64, 4i64, 3i64, 0i64,
-- 6i64, 3i64, 4i64, 5i64, 4i64, 3i64, 5i64, 7i64, 6i64, 1i64, 3i64, 3i64, 3i64, 7i64, 7i64, 5i64, 2i64, 7i64, 8i64,
-- 6i64, 1i64, 0i64, 2i64, 7i64] [4i64, 9i64, 1i64, 8i64, 5i64, 1i64, 2i64, 9i64, 8i64, 1i64, 4i64, 2i64, 1i64, 3i64,
-- 2i64, 4i64, 7i64, 9i64, 1i64, 9i64, 6i64, 4i64, 5i64, 9i64, 5i64, 6i64, 4i64, 4i64, 7i64, 1i64] 0i64 8i64 }
-- output { 6i64 }

entry main [m] (n: i64) (us: [m]i64) (vs: [m]i64) (capacities: [m]i64) (source: i64) (sink: i64)
    : i64 =
  let from = us ++ vs
  let to = vs ++ us
  let partner e = if e < m then e + m else e - m
  let out = irregular.group n from (iota (m + m))
  let residual = capacities ++ replicate m 0
  let start = map (\e -> if e < m && us[e] == source then residual[e] else 0) (iota (m + m))
  let residual = map (\e -> residual[e] - start[e] + start[partner e]) (iota (m + m))
  let excess = reduce_by_index (replicate n 0) (+) 0 to start
  let height = replicate n 0 with [source] = n
  let active (excess: []i64) v = v != source && v != sink && excess[v] > 0
  let (excess, _, _) =
    loop (excess, height, residual) = (excess, height, residual)
    while any (active excess) (iota n) do
      -- Every active vertex pushes all that it can along its edges, first edges first.
      let pushes: [n][?](i64, i64) =
        map (\v ->
               if !(active excess v)
               then []
               else let edges = out[v]
                    let usable =
                      map (\e -> if height[v] == height[to[e]] + 1 then residual[e] else 0) edges
                    let before = exscan (+) 0 usable
                    in map3 (\e u b -> (e, i64.max 0 (i64.min u (excess[v] - b))))
                            edges
                            usable
                            before)
            (iota n)
      let (edges, amounts) = unzip (irregular.flatten pushes)
      let residual =
        reduce_by_index (copy residual)
                        (+)
                        0
                        (edges ++ map partner edges)
                        (map (\a -> -a) amounts ++ amounts)
      let new =
        reduce_by_index (copy excess)
                        (+)
                        0
                        (map (\e -> to[e]) edges ++ map (\e -> from[e]) edges)
                        (amounts ++ map (\a -> -a) amounts)
      let lift v =
        if !(active new v)
        then height[v]
        else
          let heights =
            map (\e -> if residual[e] > 0 then height[to[e]] else i64.highest - 1) out[v]
          let lowest = i64.minimum heights
          in if lowest >= height[v] then lowest + 1 else height[v]
      in (new, map lift (iota n), residual)
  in excess[sink]
