-- Arrays that are made, read and overwritten in maps, of other sizes for each element.
-- Expected values are from another compiler, those of `transposed` computed by hand.

def sq (x: i64) = (x * x + 3) % 11

-- ==
-- entry: joined
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [18i64, 0i64, 110i64, 20i64, 493i64, 49i64, 169i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 5839i64, 20i64] }
entry joined (ks: []i64) =
  map (\k ->
         let xs = iota k ++ map (* 2) (iota (k / 2)) ++ replicate (k % 3) 5
         in i64.sum (map2 (*) xs (map sq (indices xs))))
      ks

-- ==
-- entry: gathered
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [9i64, 0i64, 23i64, 3i64, 51i64, 7i64, 35i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 200i64, 3i64] }
entry gathered (ks: []i64) =
  map (\k -> let xs = map sq (iota k) in i64.sum (map (\i -> xs[(i * 3) % k]) (iota k))) ks

-- ==
-- entry: sliced
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [9i64, 0i64, 41i64, 0i64, 319i64, 2i64, 94i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 3847i64, 0i64] }
entry sliced (ks: []i64) =
  map (\k ->
         let xs = map sq (iota k)
         in i64.sum xs[::2] - i64.sum xs[k / 2:] + i64.sum (map2 (*) (reverse xs) (iota k)))
      ks

-- ==
-- entry: updated_in_loop
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [21i64, 0i64, 40i64, 3i64, 122i64, 8i64, 63i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 837i64, 3i64] }
entry updated_in_loop (ks: []i64) =
  map (\k ->
         let xs = loop xs = map sq (iota k) for i < k / 2 do xs with [i] = xs[k - 1 - i] + i
         in i64.sum (scan i64.max 0 xs))
      ks

-- ==
-- entry: transposed
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [94i64, 0i64, 23i64, 3i64, 0i64, 22i64, 118i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 0i64, 3i64] }
entry transposed (ks: []i64) =
  map (\k ->
         i64.sum (scan (\a b -> (a + b) % 101)
                       0
                       (map (\row -> i64.sum row % 101) (transpose (tabulate_2d k (k % 4) (\i j -> sq (i + 2 * j)))))))
      ks

-- ==
-- entry: replicated
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [0i64, 0i64, 250i64, 1i64, 0i64, 16i64, 343i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 64000i64, 1i64] }
entry replicated (ks: []i64) =
  map (\k -> i64.sum (map i64.sum (replicate k (replicate (k % 3) (k * k))))) ks

-- ==
-- entry: updated_slices
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [18i64, 0i64, 89i64, 0i64, 877i64, 4i64, 245i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 9221i64, 0i64] }
entry updated_slices (ks: []i64) =
  map (\k ->
         let xs = map sq (iota k)
         let ys = copy xs with [k / 3:k / 2] = map (* 10) xs[k / 3:k / 2]
         in i64.sum (map2 (*) ys (iota k)))
      ks

-- ==
-- entry: unflattened
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [23i64, 0i64, 37i64, 7i64, 87i64, 15i64, 53i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 293i64, 7i64] }
entry unflattened (ks: []i64) =
  map (\k -> i64.sum (map i64.maximum (unflatten (map sq (iota (k * 3)) :> [k * 3]i64)))) ks

-- ==
-- entry: rotated
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [21i64, 0i64, 102i64, 0i64, 1299i64, 6i64, 280i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 44907i64, 0i64] }
entry rotated (ks: []i64) =
  map (\k -> i64.sum (map2 (*) (rotate 2 (map sq (iota k)) ++ reverse (iota k)) (iota (k + k)))) ks

-- ==
-- entry: searches
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [9i64, 0i64, 18i64, 1i64, 58i64, 4i64, 34i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 200i64, 1i64] }
entry searches (ks: []i64) =
  map (\k ->
         let xs = map (* 3) (iota k)
         in i64.sum (map (\q ->
                            (loop (lo, hi) = (0, k) while lo < hi do
                               let m = (lo + hi) / 2 in if xs[m] < q then (m + 1, hi) else (lo, m)).0)
                         (map (\i -> sq i * 3) (iota k))))
      ks

-- ==
-- entry: copies_updated
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [336i64, 0i64, 1212i64, 0i64, 10109i64, 104i64, 2814i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 231933i64, 0i64] }
entry copies_updated (ks: []i64) =
  map (\k ->
         let xs = map sq (iota k)
         in i64.sum (map (\i -> let d = copy xs with [i] = 100 in i64.sum (map2 (*) d (iota k)))
                         (iota k)))
      ks
