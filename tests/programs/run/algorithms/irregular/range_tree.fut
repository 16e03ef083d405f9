-- A range tree: sorted rows at each level of a binary tree over x, queries that visit different nodes.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) [0i64] empty([0][?]i64) }
-- input { [36i64] [0i64, 0i64] [1i64, 1i64] [5i64, 12i64] [24i64, 44i64] }
-- output { [0i64, 1i64] [1i64] [[36i64]] }
-- input { [41i64, 0i64, 4i64, 9i64, 19i64, 26i64, 24i64] [0i64, 2i64, 1i64, 4i64] [4i64, 6i64, 4i64, 7i64] [26i64,
-- 5i64, 35i64, 33i64] [30i64, 38i64, 41i64, 34i64] }
-- output { [0i64, 3i64, 0i64, 0i64] [7i64, 4i64, 2i64, 1i64] [[0i64, 4i64, 9i64, 19i64, 24i64, 26i64, 41i64]] }

def merge_sorted [n] [m] (a: [n]i64) (b: [m]i64) : [n + m]i64 =
  let rank strict xs v =
    let (lo, _) =
      loop (lo, hi) = (0, length xs) while lo < hi do
        let mid = (lo + hi) / 2
        in if (if strict then xs[mid] < v else xs[mid] <= v) then (mid + 1, hi) else (lo, mid)
    in lo
  let ia = map2 (\i v -> i + rank true b v) (iota n) a
  let ib = map2 (\i v -> i + rank false a v) (iota m) b
  in scatter (scatter (replicate (n + m) 0) ia a) ib b

-- All levels, from single elements upwards: a [levels][?][?]i64.
def build [n] (ys: [n]i64) : [][?][?]i64 =
  let leaves: [n][?]i64 = map (\y -> [y]) ys
  let (tree, _) =
    loop (tree: [][?][?]i64, top: [][?]i64) = ([leaves], leaves) while length top > 1 do
      let k = length top
      let up: [][?]i64 =
        map (\i -> if 2 * i + 1 < k then merge_sorted top[2 * i] top[2 * i + 1] else top[2 * i])
            (iota ((k + 1) / 2))
      in (tree ++ [up], up)
  in tree

def count_below (row: []i64) (v: i64) : i64 =
  (loop (lo, hi) = (0, length row) while lo < hi do
     let mid = (lo + hi) / 2
     in if row[mid] < v then (mid + 1, hi) else (lo, mid)).0

def query (tree: [][?][?]i64) (from: i64) (to: i64) (low: i64) (high: i64) : i64 =
  let (total, _, _, _) =
    loop (total, level, a, b) = (0, 0, from, to) while a < b do
      let count i = count_below tree[level][i] high - count_below tree[level][i] low
      let total = if a % 2 == 1 then total + count a else total
      let total = if b % 2 == 1 then total + count (b - 1) else total
      in (total, level + 1, (a + 1) / 2, b / 2)
  in total

entry main [n] [q] (ys: [n]i64) (froms: [q]i64) (tos: [q]i64) (lows: [q]i64) (highs: [q]i64)
    : ([q]i64, []i64, [][?]i64) =
  let tree = build ys
  in (map4 (query tree) froms tos lows highs, map length tree, if null tree then [] else last tree)
