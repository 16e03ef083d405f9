-- Operators in maps and in each other, over as many elements as each element of the outer map says.
-- Expected values are from another compiler.

def sq (x: i64) = (x * x + 3) % 11

-- ==
-- entry: scans
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [14i64, -9223372036854775808i64, 23i64, 3i64, 58i64, 7i64, 35i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [-9223372036854775808i64, -9223372036854775808i64, 200i64, 3i64] }
entry scans (ks: []i64) = map (\k -> i64.maximum (scan (+) 0 (map sq (iota k)))) ks

-- ==
-- entry: filter_then_hist
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [11i64, 0i64, 67i64, 0i64, 265i64, 0i64, 45i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 10255i64, 0i64] }
entry filter_then_hist (ks: []i64) =
  map (\k ->
         let xs = filter (\x -> x % 3 != 0) (map sq (iota k)) in
         let h = hist (+) 0 (k / 2 + 1) (map (% (k / 2 + 1)) xs) (scan (+) 0 xs)
         in i64.sum (map2 (*) h (iota (k / 2 + 1))))
      ks

-- ==
-- entry: filters_in_maps
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [0i64, 0i64, 1i64, 0i64, 12i64, 0i64, 2i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 156i64, 0i64] }
entry filters_in_maps (ks: []i64) =
  map (\k -> i64.sum (map (\i -> length (filter (\j -> (i * j) % 3 == 1) (iota i))) (iota k))) ks

-- ==
-- entry: scatters_in_maps
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [3i64, 0i64, 28i64, 0i64, 737i64, 0i64, 110i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 38662i64, 0i64] }
entry scatters_in_maps (ks: []i64) =
  map (\k ->
         i64.sum (map (\i ->
                         let d =
                           scatter (replicate i 1)
                                   (map (\j -> i - 1 - j) (iota (i / 2)))
                                   (map sq (iota (i / 2)))
                         in i64.sum (map2 (*) d (iota i)))
                      (iota k)))
      ks

-- ==
-- entry: hists_in_maps
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [0i64, 0i64, 5i64, 0i64, 107i64, 0i64, 17i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 4930i64, 0i64] }
entry hists_in_maps (ks: []i64) =
  map (\k ->
         i64.sum (map (\i ->
                         i64.maximum (hist (+) 0 3 (map (\j -> (i + j * j) % 4) (iota i)) (iota i)))
                      (iota k)))
      ks

-- ==
-- entry: two_filters
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [74i64, 0i64, 82i64, 9i64, 295i64, 25i64, 166i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 960i64, 9i64] }
entry two_filters (ks: []i64) =
  map (\k ->
         let xs = filter (> 2) (map sq (iota k))
         let ys = filter (< 9) (map sq (iota k))
         let n = i64.min (length xs) (length ys)
         in i64.sum (map2 (*) (take n xs) (take n ys)))
      ks

-- ==
-- entry: scatter_into_kept
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [11i64, 0i64, 28i64, 0i64, 372i64, 3i64, 94i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 8512i64, 0i64] }
entry scatter_into_kept (ks: []i64) =
  map (\k ->
         let xs = filter (> 2) (map sq (iota k))
         let n = length xs
         let ys =
           scatter (replicate n 0)
                   (map (\i -> n - 1 - i) (iota n))
                   (map2 (+) (xs :> [n]i64) (iota n))
         in i64.sum (map2 (*) ys (iota n)))
      ks

-- ==
-- entry: four_levels
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [7i64, 0i64, 57i64, 0i64, 1100i64, 0i64, 189i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 49546i64, 0i64] }
entry four_levels (ks: []i64) =
  map (\k ->
         i64.sum (map (\a ->
                         i64.sum (map (\b -> i64.sum (map (\c -> sq (a + b * c)) (iota b)))
                                      (iota a)))
                      (iota k)))
      ks

-- ==
-- entry: all_and_any
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [2i64, 3i64, 2i64, 2i64, 2i64, 2i64, 2i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [3i64, 3i64, 0i64, 2i64] }
entry all_and_any (ks: []i64) =
  map (\k ->
         i64.bool (all (\i -> any (\j -> sq j == i % 5) (iota k)) (iota k))
         + 2 * i64.bool (and (map (< 20) (iota k))))
      ks

-- ==
-- entry: bins_in_two_dimensions
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [21i64, 0i64, 35i64, 0i64, 304i64, 21i64, 86i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 2963i64, 0i64] }
entry bins_in_two_dimensions (ks: []i64) =
  map (\k ->
         let h =
           reduce_by_index_2d (replicate 2 (replicate (k / 2) 1))
                              (+)
                              0
                              (map (\i -> (i % 3, i / 2)) (iota k))
                              (iota k)
         in i64.sum (map2 (*) (map i64.sum h) [1, 10]))
      ks

-- ==
-- entry: partitions_of_rows
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [300i64, 0i64, 23i64, 3i64, 0i64, 18i64, 172i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 0i64, 3i64] }
entry partitions_of_rows (ks: []i64) =
  map (\k ->
         let rows = map (\i -> map (\j -> sq (i + j)) (iota k)) (iota (k % 4))
         let (a, b) = partition (\row -> i64.sum row % 2 == 0) rows
         in length a * 100 + i64.sum (flatten b))
      ks
