-- Sets as sorted rows: unions and intersections.
-- ==
-- input { [[3, 10], [0, 7, 9], [4], [], [6, 8], [2, 5, 9, 11], [0, 7, 9, 10, 11, 12], [1, 6, 7, 10]] [[], [1, 3, 7], [1, 5], [], [0], [1, 8], [0, 1, 3, 9], [2, 4, 5, 9, 10]] }
-- output { [[3, 10], [0, 1, 3, 7, 9], [1, 4, 5], [], [0, 6, 8], [1, 2, 5, 8, 9, 11], [0, 1, 3, 7, 9, 10, 11, 12], [1, 2, 4, 5, 6, 7, 9, 10]] [[], [7], [], [], [], [], [0, 9], [10]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }
-- input { [] [] }
-- output { [] [] empty([0]i64) }

def member [n] (x: i64) (set: [n]i64) : bool =
  let (low, _) =
    loop (low, high) = (0, n) while low < high do
      let middle = (low + high) / 2
      in if set[middle] < x then (middle + 1, high) else (low, middle)
  in low < n && set[low] == x

def intersection (a: []i64) (b: []i64) : []i64 = filter (\x -> member x b) a

def union [n] [m] (a: [n]i64) (b: [m]i64) : []i64 =
  let new = filter (\x -> !(member x a)) b
  let below x set = i64.sum (map (\y -> i64.bool (y < x)) set)
  let at_a = map2 (\i x -> i + below x new) (iota n) a
  let at_new = map2 (\i x -> i + below x a) (indices new) new
  let k = n + length new
  in scatter (replicate k 0) (at_a ++ at_new) (a ++ new)

-- The union of all sets, by pairs.
def union_of_all [n] (sets: [n][?]i64) : []i64 =
  if n == 0
  then []
  else if n == 1
  then sets[0]
  else union (union_of_all sets[:n / 2]) (union_of_all sets[n / 2:])

entry main [n] (as: [n][?]i64) (bs: [n][?]i64) : ([n][?]i64, [n][?]i64, []i64) =
  (map2 union as bs, map2 intersection as bs, union_of_all (as ++ bs))
