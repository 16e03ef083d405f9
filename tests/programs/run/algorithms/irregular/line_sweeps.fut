-- Line sweeps: how many intervals cover each point, the union of intervals as disjoint ones, and crossing pairs.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) empty([0]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) [0i64] empty([1][?: 0]i64) }
-- input { [[25i64, 5i64, 0i64, 44i64], [39i64, 47i64, 12i64, 54i64, 2i64], [16i64, 1i64], []] [[26i64, 8i64, 1i64,
-- 51i64], [46i64, 54i64, 14i64, 59i64, 10i64], [23i64, 9i64], []] }
-- output { [[0i64, 5i64, 25i64, 44i64], [2i64, 12i64, 39i64, 47i64], [1i64, 16i64], []] [[1i64, 8i64, 26i64, 51i64],
-- [10i64, 14i64, 46i64, 59i64], [9i64, 23i64], []] [1i64, 2i64, 1i64, 0i64] [[0i64, 0i64, 0i64, 0i64], [0i64, 0i64,
-- 0i64, 0i64, 0i64], [0i64, 0i64], []] }

type interval = {from: i64, to: i64}
type event = {at: i64, change: i64}

def sorted_by 'a [n] (key: a -> i64) (xs: [n]a) : [n]a =
  let ks = map key xs
  let place i = i64.sum (map2 (\j k -> i64.bool (k < ks[i] || (k == ks[i] && j < i))) (iota n) ks)
  let order = scatter (replicate n 0) (map place (iota n)) (iota n)
  in map (\i -> xs[i]) order

def events (is: []interval) : []event =
  sorted_by (\e -> e.at * 4 - e.change)
            (irregular.flatten (map (\i ->
                                       if i.to <= i.from
                                       then []
                                       else [{at = i.from, change = 1}, {at = i.to, change = -1}])
                                    is : [][?]event))

def merged (is: []interval) : []interval =
  let es = events is
  let depth = scan (+) 0 (map (.change) es)
  let k = length es
  let es = es :> [k]event
  let depth = depth :> [k]i64
  let opens = filter (\i -> depth[i] == 1 && es[i].change == 1) (iota k)
  let closes = filter (\i -> depth[i] == 0) (iota k)
  let m = length opens
  in map2 (\o c -> {from = es[o].at, to = es[c].at}) (opens :> [m]i64) (closes :> [m]i64)

def deepest (is: []interval) : i64 =
  i64.max 0 (i64.maximum (scan (+) 0 (map (\(e: event) -> e.change) (events is))))

def overlapping [k] (is: [k]interval) : []i64 =
  let meets (a: interval) (b: interval) = a.from < b.to && b.from < a.to
  in map (\i -> i64.sum (map (\j -> i64.bool (j != i && meets is[i] is[j])) (iota k))) (iota k)

entry main [n] (froms: [n][?]i64) (tos: [n][?]i64) : ([n][?]i64, [n][?]i64, [n]i64, [n][?]i64) =
  let is: [n][?]interval = irregular.map2 (\from to -> {from, to}) froms tos
  let ms: [n][?]interval = map merged is
  in (map (map (.from)) ms, map (map (.to)) ms, map deepest is, map overlapping is)
