-- Semi-naive evaluation of path rules over many relations; facts are rows of pairs, deduplicated by sorting.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) empty([0]i64) }
-- input { [1i64] [[0i64, 0i64, 0i64]] [[0i64, 0i64, 0i64]] }
-- output { [[0i64]] [[0i64]] [1i64] }
-- input { [4i64, 5i64, 3i64] [[1i64, 0i64, 0i64, 0i64, 0i64], [2i64, 3i64, 4i64, 1i64, 0i64, 4i64, 1i64], [0i64,
-- 0i64]] [[3i64, 0i64, 0i64, 3i64, 3i64], [4i64, 0i64, 0i64, 1i64, 1i64, 2i64, 4i64], [2i64, 0i64]] }
-- output { [[0i64, 0i64, 1i64], [0i64, 0i64, 0i64, 0i64, 1i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 3i64, 3i64,
-- 3i64, 3i64, 4i64, 4i64, 4i64, 4i64], [0i64, 0i64]] [[0i64, 3i64, 3i64], [0i64, 1i64, 2i64, 4i64, 0i64, 1i64, 2i64,
-- 4i64, 0i64, 1i64, 2i64, 4i64, 0i64, 1i64, 2i64, 4i64, 0i64, 1i64, 2i64, 4i64], [0i64, 2i64]] [1i64, 4i64, 1i64] }

type fact = (i64, i64)

def merge_sort [n] (xs: [n]i64) : [n]i64 =
  let bits = if n == 0 then 0 else 64 - i64.i32 (i64.clz (i64.maximum xs + 1))
  in loop xs for b < bits do
       let ones = map (\x -> (x >> b) & 1) xs
       let zeros_before = scan (+) 0 (map (\o -> 1 - o) ones)
       let ones_before = scan (+) 0 ones
       let zeros = if n == 0 then 0 else zeros_before[n - 1]
       let place =
         map3 (\o z i -> if o == 0 then z - 1 else zeros + i - 1) ones zeros_before ones_before
       in scatter (replicate n 0) place xs

def unique_sorted (xs: []i64) : []i64 =
  let ys = merge_sort xs
  in map (.1) (filter (\(i, y) -> i == 0 || ys[i - 1] != y) (zip (indices ys) ys))

def member (xs: []i64) (x: i64) : bool =
  let (lo, _) =
    loop (lo, hi) = (0, length xs) while lo < hi do
      let mid = (lo + hi) / 2
      in if xs[mid] < x then (mid + 1, hi) else (lo, mid)
  in lo < length xs && xs[lo] == x

def closure (n: i64) (edges: []fact) : ([]fact, i64) =
  let code (a, b) = a * n + b
  let facts = unique_sorted (map code edges)
  let (known, _, rounds) =
    loop (known, delta, rounds) = (facts, facts, 0) while !(null delta) do
      -- Joins: what is new with all edges.
      let joined: [][?]i64 =
        map (\d ->
               let (a, b) = (d / n, d % n)
               in map (\e -> a * n + e % n) (filter (\e -> e / n == b) facts)) delta
      let fresh = filter (\x -> !(member known x)) (unique_sorted (irregular.flatten joined))
      in (unique_sorted (known ++ fresh), fresh, rounds + 1)
  in (map (\k -> (k / n, k % n)) known, rounds)

entry main [b] (sizes: [b]i64) (from: [b][?]i64) (to: [b][?]i64) : ([b][?]i64, [b][?]i64, [b]i64) =
  let results =
    map2 closure sizes (irregular.zip from to) : [b]([?]fact, i64)
  let (facts, rounds) = unzip results
  let (xs, ys) = irregular.unzip facts
  in (xs, ys, rounds)
