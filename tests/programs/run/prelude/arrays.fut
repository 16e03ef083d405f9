-- Each function of the prelude for arrays, tuples of arrays and functions.

-- ==
-- entry: parts
-- input { [5, 6, 7, 8] }
-- output {
--   4i64
--   false
--   5i32
--   8i32
--   [6i32, 7i32, 8i32]
--   [5i32, 6i32, 7i32]
--   [5i32, 6i32]
--   [8i32]
--   [5i32, 6i32, 7i32, 8i32]
--   [5i32]
--   [6i32, 7i32, 8i32]
--   [8i32, 7i32, 6i32, 5i32]
--   [6i32, 7i32, 8i32, 5i32]
--   [8i32, 5i32, 6i32, 7i32]
--   true
-- }
entry parts [n] (xs: [n]i32) =
  ((length xs, null xs, head xs, last xs), (tail xs, init xs, take 2 xs, drop 3 xs),
   (sized 4 xs, split (xs :> [1 + 3]i32) : ([1]i32, [3]i32)), (reverse xs, rotate 1 xs, rotate (-1) xs), null (take 0 xs))

-- ==
-- entry: made
-- input { 3i64 [7i32, 8i32] }
-- output {
--   [0i64, 1i64, 2i64]
--   [0i64, 1i64]
--   [97i32, 97i32, 97i32]
--   [5i32, 5i32, 5i32]
--   [7i32, 8i32, 1i32]
--   [7i32, 8i32, 7i32, 8i32]
--   [7i32, 8i32]
--   [7i32, 8i32]
--   [0i64, 2i64, 4i64]
--   [[0i64, 1i64], [10i64, 11i64], [20i64, 21i64]]
--   [[[0i64], [10i64], [20i64]], [[100i64], [110i64], [120i64]]]
-- }
entry made (n: i64) (xs: []i32) =
  ((iota n, indices xs, replicate n 'a', rep 5 : [3]i32), (xs ++ [1], concat xs xs, copy xs, manifest xs),
   (tabulate n (* 2), tabulate_2d n 2 (\i j -> i * 10 + j), tabulate_3d 2 n 1 (\i j k -> i * 100 + j * 10 + k)))

-- ==
-- entry: shapes
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64, 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64] }
-- output {
--   [1i64, 7i64, 13i64, 19i64]
--   true
--   [20i64, 21i64, 22i64, 23i64]
--   true
--   [20i64, 21i64, 22i64, 23i64]
--   true
-- }
entry shapes (xs: [24]i64) =
  let a = unflatten (xs :> [4 * 6]i64)
  let b = unflatten_3d (xs :> [2 * 3 * 4]i64)
  let c = unflatten_4d (xs :> [1 * 2 * 3 * 4]i64)
  in ((transpose a)[1], flatten a == (xs :> [4 * 6]i64), b[1, 2], flatten_3d b == (xs :> [2 * 3 * 4]i64), c[0, 1, 2], flatten_4d c == (xs :> [1 * 2 * 3 * 4]i64))

-- ==
-- entry: folded
-- input { [1i32, 2i32, 3i32] }
-- output {
--   4i32
--   -8i32
--   true
--   false
--   true
--   false
--   true
--   false
-- }
entry folded (xs: []i32) =
  (foldl (-) 10 xs, foldr (-) 10 xs, and (map (> 0) xs), or (map (> 3) xs), all (> 0) xs, any (> 3) xs, all (> 0) [], any (> 0i32) [])

-- ==
-- entry: zipped
-- input { 3i64 }
-- output {
--   [0i64, 1i64, 2i64]
--   [0i64, 2i64, 4i64]
--   [0i64, 2i64, 4i64]
--   [0i64, 1i64, 2i64]
--   [0i64, 1i64, 2i64]
--   [0i64, 2i64, 4i64]
--   [1i64, 3i64, 5i64]
--   [0i64, 1i64, 2i64]
--   [0i64, 2i64, 4i64]
--   [1i64, 3i64, 5i64]
--   [false, false, true]
--   [0i64, 1i64, 2i64]
--   [0i64, 2i64, 4i64]
--   [1i64, 3i64, 5i64]
--   [false, false, true]
--   [0i32, 1i32, 2i32]
--   [1i64, 2i64, 3i64]
--   [0i64, 3i64, 6i64]
--   [0i64, 7i64, 22i64]
--   [1i64, 3i64, 6i64]
--   [1i64, 4i64, 6i64]
-- }
entry zipped (n: i64) =
  let a = iota n
  let b = map (* 2) a
  let c = map (+ 1) b
  let d = map (> 1) a
  let e = map i32.i64 a
  in ((unzip (zip a b), unzip2 (zip2 b a)), (unzip3 (zip3 a b c), unzip4 (zip4 a b c d), unzip5 (zip5 a b c d e)),
      (map1 (+ 1) a, map2 (+) a b, map3 (\x y z -> x + y * z) a b c, map4 (\x y z w -> if w then x + y else z) a b c d),
      map5 (\x y z w v -> if w then x + y else z + i64.i32 v) a b c d e)

-- ==
-- entry: combined
-- input { [0i64, 2i64, 0i64, 9i64] [5i32, 6i32, 7i32, 8i32] }
-- output {
--   26i32
--   1680i32
--   [5i32, 11i32, 18i32, 26i32]
--   [0i32, 5i32, 11i32, 18i32]
--   [12i32, 0i32, 6i32]
--   [35i32, 1i32, 6i32]
--   [[12i32, 0i32, 6i32]]
--   [[[12i32], [0i32], [6i32]]]
-- }
entry combined [n] (is: [n]i64) (xs: [n]i32) =
  ((reduce (+) 0 xs, reduce_comm (*) 1 xs, scan (+) 0 xs, exscan (+) 0 xs),
      (hist (+) 0 3 is xs, reduce_by_index [1, 1, 1] (*) 1 is xs,
       reduce_by_index_2d [[0, 0, 0]] (+) 0 (map (\i -> (0, i)) is) xs, reduce_by_index_3d [[[0], [0], [0]]] (+) 0 (map (\i -> (0, i, 0)) is) xs))

-- ==
-- entry: scattered
-- input { [2i64, 0i64, -1i64] [5i32, 6i32, 7i32] }
-- output {
--   [6i32, 0i32, 5i32, 0i32]
--   [6i32, 9i32, 5i32]
--   [[6i32, 9i32, 5i32]]
--   [[[6i32], [9i32], [5i32]]]
-- }
entry scattered [n] (is: [n]i64) (xs: [n]i32) =
  (spread 4 0 is xs, scatter [9, 9, 9] is xs, scatter_2d [[9, 9, 9]] (map (\i -> (0, i)) is) xs,
      scatter_3d [[[9], [9], [9]]] (map (\i -> (0, i, 0)) is) xs)

-- ==
-- entry: chosen
-- input { [3i32, 1i32, 2i32, 1i32] }
-- output {
--   [3i32, 2i32]
--   [3i32, 2i32]
--   [1i32, 1i32]
--   [1i32, 1i32]
--   [2i32]
--   [3i32]
-- }
entry chosen (xs: []i32) =
  (filter (> 1) xs, partition (> 1) xs, partition2 (< 2) (< 3) xs)

-- ==
-- entry: mapped_flat
-- input { [2i64, 0i64, 3i64] }
-- output {
--   [2i64, 0i64, 3i64]
--   [true, false, true, false, false]
--   [0i64, 2i64, 2i64]
--   [0i64, 1i64, 0i64, 1i64, 2i64]
--   [-2i64, 0i64, -3i64]
--   [2i64, 0i64, 3i64]
--   [true, false, true, false, false]
--   [0i64, 2i64, 2i64]
--   [20i64, 20i64, 30i64, 30i64, 30i64]
-- }
entry mapped_flat (ns: []i64) =
  (flatmap (\n -> (iota n, -n)) ns, flatmap' (\n -> replicate n (n * 10)) ns)

-- ==
-- entry: functions
-- input { 3i32 }
-- output {
--   8i32
--   8i32
--   8i32
--   7i32
--   2i32
--   2i32
--   2i32
--   3i32
--   3i32
--   24i32
--   192i32
--   192i32
--   false
--   3i32
--   3i32
--   3.0f32
--   2i32
--   3.0f64
--   -2i32
-- }
entry functions (x: i32) =
  ((x |> (+ 1) |> (* 2), (* 2) <| (+ 1) <| x, ((+ 1) >-> (* 2)) x, ((+ 1) <-< (* 2)) x),
   (flip (-) 1 x, curry (\(a, b) -> a - b) x 1, uncurry (-) (x, 1), const x 'a', id x),
   (iterate 3 (* 2) x, iterate_until (> 100) (* 2) x, iterate_while (< 100) (* 2) x),
   (not (x > 2), opaque x, trace x, r32 x, t32 2.75, r64 x, t64 (-2.75)))

-- ==
-- entry: bools
-- input { true }
-- output {
--   true
--   false
--   true
--   false
--   true
--   false
--   true
--   false
--   true
--   false
--   false
--   true
-- }
entry bools (b: bool) =
  (bool.i8 2, bool.i16 0, bool.i32 (-1), bool.i64 0, bool.u8 1, bool.u16 0, bool.u32 3, bool.u64 0,
   (bool.f16 0.5, bool.f32 0, bool.f64 (-0.0), bool.bool b))
