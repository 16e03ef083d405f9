-- Trees given by parents: the depth of each node by loops of their own, and the sizes of subtrees by rounds from the
-- deepest nodes up, where children are rows. Expected values are from walks to the root, in another language.
-- ==
-- input { [0i64] } output { [0i64] [1i64] }
-- input { [0i64, 0i64, 1i64, 1i64, 4i64] } output { [0i64, 1i64, 2i64, 2i64, 0i64] [4i64, 3i64, 1i64, 1i64, 1i64] }
-- input { [0i64, 0i64, 0i64, 1i64, 3i64, 1i64, 5i64, 0i64, 6i64, 8i64, 9i64, 10i64, 8i64, 12i64, 13i64, 5i64, 14i64,
-- 10i64, 6i64, 3i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 3i64, 2i64, 3i64, 1i64, 4i64, 5i64, 6i64, 7i64, 5i64, 6i64, 7i64, 3i64, 8i64,
-- 7i64, 4i64, 3i64] [20i64, 17i64, 1i64, 3i64, 1i64, 13i64, 11i64, 1i64, 9i64, 4i64, 3i64, 1i64, 4i64, 3i64, 2i64,
-- 1i64, 1i64, 1i64, 1i64, 1i64] }
entry main [n] (parents: [n]i64) : ([n]i64, [n]i64) =
  let depths =
    map (\v -> (loop (v, d) = (v, 0) while parents[v] != v do (parents[v], d + 1)).1) (iota n)
  let children: [n][?]i64 =
    let not_roots = filter (\v -> parents[v] != v) (iota n)
    in irregular.group n (map (\v -> parents[v]) not_roots) not_roots
  let sizes =
    loop sizes = replicate n 0 for k < i64.maximum depths + 1 do
      let level = i64.maximum depths - k
      in map2 (\v cs ->
                 if depths[v] == level then 1 + i64.sum (map (\c -> sizes[c]) cs) else sizes[v])
              (iota n)
              children
  in (depths, sizes)
