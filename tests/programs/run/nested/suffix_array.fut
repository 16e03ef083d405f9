-- Suffix array by prefix doubling.
-- ==
-- input { [98, 97, 110, 97, 110, 97] }
-- output { [5, 3, 1, 0, 4, 2] }
-- input { [109, 105, 115, 115, 105, 115, 115, 105, 112, 112, 105] }
-- output { [10, 7, 4, 1, 0, 9, 8, 6, 3, 5, 2] }
-- input { [97] }
-- output { [0] }
-- input { [97, 97, 97, 97, 97, 97] }
-- output { [5, 4, 3, 2, 1, 0] }
-- input { [97, 98, 114, 97, 99, 97, 100, 97, 98, 114, 97] }
-- output { [10, 7, 0, 3, 5, 8, 1, 4, 6, 9, 2] }
-- input { empty([0]u8) }
-- output { empty([0]i64) }

-- Stable merge sort of indices by a key, recursively: each half at the same time.
def merge [n] [m] (key: i64 -> i64) (a: [n]i64) (b: [m]i64) : [n + m]i64 =
  let rank_a = map2 (\i x -> i + i64.sum (map (\y -> i64.bool (key y < key x)) b)) (iota n) a
  let rank_b = map2 (\j y -> j + i64.sum (map (\x -> i64.bool (key x <= key y)) a)) (iota m) b
  in scatter (replicate (n + m) 0) (rank_a ++ rank_b) (a ++ b)

def sort_by [n] (key: i64 -> i64) (xs: [n]i64) : [n]i64 =
  if n <= 1
  then xs
  else let h = n / 2
       in merge key (sort_by key xs[:h]) (sort_by key xs[h:]) :> [n]i64

entry main [n] (text: [n]u8) : [n]i64 =
  let ranks0 = map i64.u8 text
  let (order, _, _) =
    loop (order, ranks, k) = (sort_by (\i -> ranks0[i]) (iota n), ranks0, 1) while k < n do
      let key (i: i64) = ranks[i] * 1000 + (if i + k < n then ranks[i + k] + 1 else 0)
      let sorted = sort_by key (iota n)
      let starts = map (\j -> i64.bool (j > 0 && key sorted[j] != key sorted[j - 1])) (iota n)
      let new = scan (+) 0 starts
      in (sorted, scatter (replicate n 0) sorted new, 2 * k)
  in order
