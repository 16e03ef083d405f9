-- A relational join by keys with all matches in rows, and a group by of any keys.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { empty([0][?]i64) empty([0]i64) empty([0][?]i64) }
-- input { [1i64] [2i64] empty([0]i64) empty([0]i64) }
-- output { empty([1][?: 0]i64) [1i64] [[2i64]] }
-- input { empty([0]i64) empty([0]i64) [3i64] [4i64] }
-- output { empty([0][?]i64) empty([0]i64) empty([0][?]i64) }
-- input { [1i64, 2i64, 1i64, 3i64] [5i64, 6i64, 7i64, 8i64] [1i64, 1i64, 3i64, 9i64] [10i64, 20i64, 30i64, 40i64] }
-- output { [[510i64, 520i64], [], [710i64, 720i64], [830i64]] [1i64, 2i64, 3i64] [[5i64, 7i64], [6i64], [8i64]] }
-- input { [3i64, 5i64, 3i64, 2i64, 5i64, 4i64, 5i64, 4i64, 2i64, 5i64, 3i64, 0i64] [-2i64, -1i64, 14i64, -9i64, 19i64,
-- 10i64, 0i64, -4i64, 5i64, 16i64, -9i64, -1i64] [0i64, 2i64, 2i64, 5i64, 4i64, 2i64, 0i64, 5i64, 3i64] [-3i64, -4i64,
-- 0i64, -6i64, 16i64, 1i64, 18i64, 17i64, 8i64] }
-- output { [[-192i64], [-106i64, -83i64], [1408i64], [-904i64, -900i64, -899i64], [1894i64, 1917i64], [1016i64],
-- [-6i64, 17i64], [-384i64], [496i64, 500i64, 501i64], [1594i64, 1617i64], [-892i64], [-103i64, -82i64]] [0i64, 2i64,
-- 3i64, 4i64, 5i64] [[-1i64], [-9i64, 5i64], [-2i64, 14i64, -9i64], [10i64, -4i64], [-1i64, 19i64, 0i64, 16i64]] }

def sort_by_key [n] 'a (xs: [n](i64, a)) : [n](i64, a) =
  let place i =
    let (k, _) = xs[i]
    in i64.sum (map2 (\j (l, _) -> i64.bool (l < k || (l == k && j < i))) (iota n) xs)
  in scatter (copy xs) (map place (iota n)) xs

-- Groups of equal keys, in order of the keys.
def group_by [n] 'a (xs: [n](i64, a)) : ?[g].([g]i64, [g][?]a) =
  let sorted = sort_by_key xs
  let starts = filter (\i -> i == 0 || sorted[i].0 != sorted[i - 1].0) (iota n)
  let [g] (starts: [g]i64) = starts
  let lengths = map (\i -> (if i + 1 < g then starts[i + 1] else n) - starts[i]) (iota g)
  in (map (\i -> sorted[i].0) starts, irregular.from_lengths lengths (map (.1) sorted))

def lookup [g] 'a (keys: [g]i64) (groups: [g][?]a) (key: i64) : []a =
  let (low, _) =
    loop (low, high) = (0, g) while low < high do
      let middle = (low + high) / 2
      in if keys[middle] < key then (middle + 1, high) else (low, middle)
  in if low < g && keys[low] == key then groups[low] else []

entry main [n] [m] (ak: [n]i64) (av: [n]i64) (bk: [m]i64) (bv: [m]i64)
    : ([n][?]i64, []i64, [][?]i64) =
  let (keys, groups) = group_by (zip bk bv)
  let joined: [n][?]i64 = map2 (\k v -> map (\w -> 100 * v + w) (lookup keys groups k)) ak av
  let (own_keys, own_groups) = group_by (zip ak av)
  in (joined, own_keys, own_groups)
