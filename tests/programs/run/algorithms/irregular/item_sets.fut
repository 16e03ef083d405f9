-- Frequent item sets, level by level (Apriori): candidates joined from sets with equal prefixes, counted in baskets.
-- ==
-- entry: main
-- input { 3i32 1i64 empty([0][?]i32) }
-- output { empty([0]i64) empty([0][?]i32) }
-- input { 2i32 1i64 [[], [1i32, 0i32]] }
-- output { [2i64, 1i64] [[0i32], [1i32], [0i32, 1i32]] }
-- input { 4i32 3i64 [[3i32, 2i32, 1i32], [1i32, 0i32, 3i32, 2i32], [1i32, 0i32, 3i32], [0i32, 2i32, 1i32, 3i32],
-- [3i32], []] }
-- output { [4i64, 5i64, 2i64] [[0i32], [1i32], [2i32], [3i32], [0i32, 1i32], [0i32, 3i32], [1i32, 2i32], [1i32,
-- 3i32], [2i32, 3i32], [0i32, 1i32, 3i32], [1i32, 2i32, 3i32]] }

def contains (basket: []i32) (set: []i32) : bool = all (\x -> any (== x) basket) set

def support [b] (baskets: [b][?]i32) (set: []i32) : i64 =
  i64.sum (map (\basket -> i64.bool (contains basket set)) baskets)

def equal_prefix [k] (a: [k]i32) (b: [k]i32) : bool =
  and (map2 (\i (x, y) -> i == k - 1 || x == y) (iota k) (zip a b)) && a[k - 1] < b[k - 1]

-- One level: sets of the same size are the rows of a regular array.
def join [m] [k] (sets: [m][k]i32) : [][k + 1]i32 =
  let pairs: [m][?][k + 1]i32 =
    map (\a -> map (\b -> (a ++ [last b])) (filter (equal_prefix a) sets)) sets
  in irregular.flatten pairs

entry main [b] (items: i32) (least: i64) (baskets: [b][?]i32) : ([]i64, [][?]i32) =
  let singles = map (\i -> [i]) (0i32..<items)
  let frequent [m] [k] (sets: [m][k]i32) : [][k]i32 = filter (\s -> support baskets s >= least) sets
  let (counts, found, _) =
    loop (counts: []i64, found: [][?]i32, sets) = ([], [], frequent (singles :> [][1]i32))
    while length sets > 0 do
      let next = frequent (join sets)
      in (counts ++ [length sets], found ++ sets, next)
  in (counts, found)
