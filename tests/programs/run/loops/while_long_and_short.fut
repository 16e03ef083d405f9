-- While loops go on where they were after they have looked whether the run is cancelled: scalars, arrays, and a loop that counts
-- up to a constant and may end before. `short` has so few iterations that it never looks.
-- ==
-- entry: count
-- input { [0i64, 5i64, 50000i64, 100000i64] }
-- output { [0i64, 547i64, 237816i64, 130362i64] }

-- ==
-- entry: limited
-- input { [1i64, 2i64, 7i64, 100i64] }
-- output { [1i64, 15138i64, 1i64, 30340i64] [0i32, 100000i32, 78146i32, 100000i32] }

-- ==
-- entry: short
-- input { [1f32, 0.5f32, 0f32] }
-- output { [3i32, 5i32, 200i32] }

-- ==
-- entry: filled
-- input { [1i64, 3i64] }
-- output { [114294285i64, 342882855i64] }

entry count (ns: []i64) : []i64 =
  map (\n -> (loop (i, s) = (n, 0) while i > 0 do (i - 1, (s * 3 + i) % 1000003)).1) ns

entry limited (xs: []i64) =
  unzip (map (\x ->
                loop (x, k) = (x, 0i32) while k < 100000 && x != 1 do ((x * 5 + 3) % 262144, k + 1))
             xs)

entry short (xs: []f32) =
  map (\x -> (loop (y, k) = (x, 0i32) while y < 2 && k < 200 do (y * 1.3 + x / 8, k + 1)).1) xs

entry filled (ns: []i64) =
  map (\n ->
         let (xs, _) =
           loop (xs, i) = (replicate 40000 0, 0) while i < 40000 do (xs with [i] = i * n, i + 1)
         in i64.sum xs[::7])
      ns
