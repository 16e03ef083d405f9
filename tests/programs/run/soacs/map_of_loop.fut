-- A loop of maps in a map over few rows, whose number of iterations may be zero; what it gives is written to afterwards,
-- and what it was made of is not.
-- ==
-- entry: written
-- input { [[1i64, 2i64], [3i64, 4i64]] 0i64 } output { [[9i64, 2i64], [3i64, 4i64]] [[1i64, 2i64], [3i64, 4i64]] }
-- input { [[1i64, 2i64], [3i64, 4i64]] 2i64 } output { [[9i64, 8i64], [12i64, 16i64]] [[1i64, 2i64], [3i64, 4i64]] }

-- ==
-- entry: in_place
-- input { [[1i64, 2i64], [3i64, 4i64]] 3i64 } output { [[15i64, 25i64], [27i64, 41i64]] }

entry written [n][m] (xs: [n][m]i64) (k: i64) =
  let ys = map (\row -> loop r = row for _i < k do map (* 2) r) xs
  in (ys with [0, 0] = 9, xs)

-- The loop writes to its rows between the maps.
entry in_place [n][m] (xs: [n][m]i64) (k: i64) =
  map (\row ->
         let (r, _) = loop (r, s) = (copy row, 0) for i < k do
           let doubled = map (+ i) r
           let doubled[0] = s
           in (map (* 2) doubled, reduce (+) 0 doubled)
         in map (+ 1) r)
      xs
