-- Gale and Shapley for many groups of different sizes: all free proposers propose at once, each to the next of the list.
-- ==
-- entry: main
-- input { empty([0][?][?]i64) empty([0][?][?]i64) }
-- output { empty([0][?]i64) empty([0]i64) }
-- input { empty([1][?: 0][?]i64) empty([1][?: 0][?]i64) }
-- output { empty([1][?: 0]i64) [0i64] }
-- input { [[[3i64, 1i64, 0i64, 2i64], [3i64, 0i64, 1i64, 2i64], [0i64, 3i64, 2i64, 1i64], [0i64, 3i64, 1i64, 2i64]],
-- [[3i64, 2i64, 1i64, 0i64], [3i64, 1i64, 0i64, 2i64], [3i64, 0i64, 2i64, 1i64], [0i64, 1i64, 3i64, 2i64]], [[0i64]]]
-- [[[2i64, 1i64, 0i64, 3i64], [2i64, 3i64, 1i64, 0i64], [1i64, 3i64, 2i64, 0i64], [3i64, 2i64, 0i64, 1i64]], [[1i64,
-- 3i64, 0i64, 2i64], [1i64, 0i64, 3i64, 2i64], [2i64, 3i64, 0i64, 1i64], [1i64, 3i64, 2i64, 0i64]], [[0i64]]] }
-- output { [[2i64, 1i64, 0i64, 3i64], [3i64, 0i64, 2i64, 1i64], [0i64]] [5i64, 4i64, 1i64] }

def marry [n] (men: [n][n]i64) (rank: [n][n]i64) : ([n]i64, i64) =
  let (husband, _, rounds) =
    loop (husband, next, rounds) = (replicate n (-1), replicate n 0, 0)
    while any (< 0) husband do
      let engaged =
        reduce_by_index (replicate n false) (||) false husband (map (const true) husband)
      let free = filter (\m -> !engaged[m]) (iota n)
      let proposals: [n][?]i64 = irregular.group n (map (\m -> men[m, next[m]]) free) free
      let husband =
        map3 (\w h ps ->
                let better a b =
                  if a < 0 then b else if b < 0 then a else if rank[w, b] < rank[w, a] then b else a
                in reduce better h ps) (iota n) husband proposals
      let next = reduce_by_index (copy next) (+) 0 free (map (const 1) free)
      in (husband, next, rounds + 1)
  in (husband, rounds)

entry main [g] (men: [g][?][?]i64) (women: [g][?][?]i64) : ([g][?]i64, [g]i64) =
  let one (m: [][?]i64) (w: [][?]i64) =
    let n = length m
    let men = m :> [n][n]i64
    let women = w :> [n][n]i64
    let rank = map (\row -> scatter (replicate n 0) row (iota n)) women
    in marry men rank
  in unzip (map2 one men women : [g]([?]i64, i64))
