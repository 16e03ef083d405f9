-- First fit and best fit of batches of items; bins are rows that grow, and the fill of each bin.
-- ==
-- entry: main
-- input { 20i64 empty([0][?]i64) }
-- output { empty([0][?][?]i64) empty([0][?]i64) empty([0][?][?]i64) empty([0]i64) }
-- input { 20i64 empty([1][?: 0]i64) }
-- output { empty([1][?: 0][?]i64) empty([1][?: 0]i64) empty([1][?: 0][?]i64) [0i64] }
-- input { 20i64 [[8i64, 9i64, 3i64, 12i64, 2i64, 6i64], [1i64, 12i64, 9i64, 15i64], [3i64, 12i64, 12i64, 7i64,
-- 14i64]] }
-- output { [[[8i64, 9i64, 3i64], [12i64, 2i64, 6i64]], [[1i64, 12i64], [9i64], [15i64]], [[3i64, 12i64], [12i64,
-- 7i64], [14i64]]] [[20i64, 20i64], [13i64, 9i64, 15i64], [15i64, 19i64, 14i64]] [[[8i64, 9i64, 3i64], [12i64, 2i64,
-- 6i64]], [[1i64, 12i64], [9i64], [15i64]], [[3i64, 12i64], [12i64, 7i64], [14i64]]] [2i64, 3i64, 3i64] }

type~ packing = {bins: [][?]i64, fill: []i64}

def pack (choose: (k: i64) -> [k]i64 -> i64 -> i64) (items: []i64) : packing =
  loop (p: packing) = {bins = [], fill = []} for item in items do
    let [k] (fill: [k]i64) = p.fill
    let at = choose k fill item
    in if at < 0
       then {bins = p.bins ++ [[item]], fill = fill ++ [item]}
       else
         {bins = copy p.bins with [at] = p.bins[at] ++ [item],
          fill = copy fill with [at] = fill[at] + item}

def first_fit (capacity: i64) (k: i64) (fill: [k]i64) (item: i64) : i64 =
  reduce (\a b -> if a >= 0 then a else b)
         (-1)
         (map (\i -> if fill[i] + item <= capacity then i else -1) (iota k))

def best_fit (capacity: i64) (k: i64) (fill: [k]i64) (item: i64) : i64 =
  let better a b = if b < 0 then a else if a < 0 then b else if fill[b] > fill[a] then b else a
  in reduce better (-1) (map (\i -> if fill[i] + item <= capacity then i else -1) (iota k))

entry main [n] (capacity: i64) (items: [n][?]i64) : ([n][?][?]i64, [n][?]i64, [n][?][?]i64, [n]i64) =
  let firsts =
    map (\row -> let p = pack (first_fit capacity) row in (p.bins, p.fill)) items :
      [n]([?][?]i64, [?]i64)
  let (bins, fill) = unzip firsts
  let bests: [n][?][?]i64 = map (\row -> (pack (best_fit capacity) row).bins) items
  in (bins, fill, bests, map length bests)
