-- How far each element of a linked list is from its end, by jumping over twice as many elements in each round; of one
-- list, and of many lists at once. Expected values are from walking along the list, in another language.
-- ==
-- entry: one
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [0i64] } output { [0i64] }
-- input { [1i64, 2i64, 2i64] } output { [2i64, 1i64, 0i64] }
-- input { [16i64, 8i64, 2i64, 5i64, 10i64, 13i64, 4i64, 11i64, 6i64, 3i64, 14i64, 12i64, 0i64, 1i64, 2i64, 7i64, 9i64]
-- }
-- output { [12i64, 6i64, 0i64, 9i64, 3i64, 8i64, 4i64, 15i64, 5i64, 10i64, 2i64, 14i64, 13i64, 7i64, 1i64, 16i64,
-- 11i64] }

-- ==
-- entry: many
-- input { empty([0][?]i64) } output { empty([0][?]i64) }
-- input { [[], [0i64], [1i64, 2i64, 2i64], [16i64, 8i64, 2i64, 5i64, 10i64, 13i64, 4i64, 11i64, 6i64, 3i64, 14i64,
-- 12i64, 0i64, 1i64, 2i64, 7i64, 9i64], [0i64, 0i64, 0i64]] }
-- output { [[], [0i64], [2i64, 1i64, 0i64], [12i64, 6i64, 0i64, 9i64, 3i64, 8i64, 4i64, 15i64, 5i64, 10i64, 2i64,
-- 14i64, 13i64, 7i64, 1i64, 16i64, 11i64], [0i64, 1i64, 1i64]] }
def ranks [n] (next: [n]i64) : [n]i64 =
  (loop (distance, next) = (map2 (\i j -> i64.bool (i != j)) (iota n) next, next)
   while or (map (\j -> next[j] != j) next) do
     (map2 (\d j -> d + distance[j]) distance next, map (\j -> next[j]) next)).0

entry one [n] (next: [n]i64) : [n]i64 = ranks next
entry many [n] (lists: [n][?]i64) : [n][?]i64 = map ranks lists
