-- Growing a decision tree level by level: nodes own different numbers of samples, splits are tried for every feature.
-- ==
-- entry: main
-- input { 2i64 [[0.0f64]] [false] }
-- output { [-1i64] [-1i64] [false] }
-- input { 3i64 [[3.0f64, 7.0f64], [6.0f64, 2.0f64], [1.0f64, 7.0f64], [2.0f64, 1.0f64], [6.0f64, 1.0f64], [7.0f64,
-- 3.0f64]] [true, false, false, false, false, true] }
-- output { [1i64, -1i64, 0i64, -1i64, -1i64] [1i64, -1i64, 3i64, -1i64, -1i64] [true, false, false, false, false,
-- true] }

type node = {feature: i64, threshold: f64, left: i64, right: i64, label: bool}

def gini (positive: i64) (total: i64) : f64 =
  if total == 0
  then 0
  else let p = f64.i64 positive / f64.i64 total in f64.i64 total * 2 * p * (1 - p)

def best_split [n] [m] (xs: [n][m]f64) (ys: [n]bool) (rows: []i64) : (f64, i64, f64) =
  let candidates =
    flatten (map (\f ->
                    map (\r ->
                           let t = xs[r, f]
                           let low = filter (\q -> xs[q, f] <= t) rows
                           let high = filter (\q -> xs[q, f] > t) rows
                           let positive (qs: []i64) = i64.sum (map (\q -> i64.bool ys[q]) qs)
                           in (gini (positive low) (length low)
                               + gini (positive high) (length high),
                               f,
                               t)) rows)
                 (iota m))
  let better (a, f, t) (b, g, u) =
    if b < a || (b == a && (g < f || (g == f && u < t))) then (b, g, u) else (a, f, t)
  in reduce better (f64.inf, i64.highest, f64.inf) candidates

def grow [n] [m] (depth: i64) (xs: [n][m]f64) (ys: [n]bool) : []node =
  let majority (rows: []i64) = 2 * i64.sum (map (\r -> i64.bool ys[r]) rows) > length rows
  let pure (rows: []i64) = all (\r -> ys[r]) rows || all (\r -> !ys[r]) rows
  let leaf (rows: []i64) : node =
    {feature = -1, threshold = 0, left = -1, right = -1, label = majority rows}
  let (nodes, _, _) =
    loop (nodes: []node, level: [][?]i64, d) = ([], [iota n], 0) while length level > 0 do
      let first = length nodes
      let splits =
        map (\rows ->
               if d == depth || pure rows
               then (false, (0, 0, 0))
               else let s = best_split xs ys rows
                    let high = filter (\r -> xs[r, s.1] > s.2) rows
                    in (length high > 0, s)) level
      let before = scan (+) 0 (map (\(splits_it, _) -> i64.bool splits_it) splits)
      let k = length level
      let made =
        map3 (\rows (splits_it, (_, feature, threshold)) b ->
                let left = first + k + 2 * (b - 1)
                in if splits_it
                   then {feature, threshold, left, right = left + 1, label = false}
                   else leaf rows)
             level
             splits
             before
      let children: [][?][?]i64 =
        map2 (\rows (splits_it, (_, f, t)) ->
                if splits_it
                then
                  [filter (\r -> xs[r, f] <= t) rows, filter (\r -> xs[r, f] > t) rows] : [][?]i64
                else [])
             level
             splits
      in (nodes ++ made, irregular.flatten children, d + 1)
  in nodes

def classify [m] (nodes: []node) (x: [m]f64) : bool =
  let at =
    loop at = 0 while nodes[at].feature >= 0 do
      if x[nodes[at].feature] <= nodes[at].threshold then nodes[at].left else nodes[at].right
  in nodes[at].label

entry main [n] [m] (depth: i64) (xs: [n][m]f64) (ys: [n]bool) : ([]i64, []i64, []bool) =
  let nodes = grow depth xs ys
  in (map (\(v: node) -> v.feature) nodes,
      map (\(v: node) -> v.left) nodes,
      map (classify nodes) xs)
