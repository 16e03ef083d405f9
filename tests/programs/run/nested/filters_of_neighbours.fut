-- Filters in rows that look at neighbours in other arrays, some only if another holds: in vectors, of which the last has fewer elements,
-- none of them beyond the ends of the arrays.
-- ==
-- entry: crossings
-- input { [[-1f32]] } output { [0i64] [0i64] }
-- input { [[-1f32, 1f32, -1f32, 0f32, 2f32, -2f32, -3f32, 4f32, -1f32]] } output { [3i64] [10i64] }

-- ==
-- entry: many
-- input { 1i64 } output { 0i64 }
-- input { 17i64 } output { 354i64 }
-- input { 1000i64 } output { 99500800i64 }

-- ==
-- entry: chosen
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64]] } output { [[4i64, 8i64]] }

def starts [n] (xs: [n]f32) : []i64 =
  filter (\i -> xs[i - 1] < 0 && xs[i] >= 0) (map (+ 1) (iota (n - 1)))

def gaps [n] (places: [n]i64) : i64 =
  i64.sum (map (\p -> (p + 1) * (places[p + 1] - places[p])) (iota (i64.max 0 (n - 1))))

entry crossings [n] [m] (xss: [n][m]f32) : ([n]i64, [n]i64) =
  unzip (#[sequential_inner]
         map (\xs -> let found = starts xs in (length found, gaps found)) xss)

entry many (n: i64) : i64 =
  let row (k: i64) = map (\i -> if (i + k) % 5 < 3 then -1f32 else 1f32) (iota n)
  in i64.sum (#[sequential_inner]
              map (\k -> let found = starts (row k) in gaps found + length found) (iota n))

-- The place of every fourth number, and nothing of others.
entry chosen [n] [m] (xss: [n][m]i64) : [n][2]i64 =
  #[sequential_inner] map (\xs ->
                             let ys =
                               filter (\i -> if xs[i] & 3 == 0 then xs[i] < 100 else false) (iota m)
                             in map (\i -> if i < length ys then xs[ys[i]] else 0) (iota 2)
                               :> [2]i64)
                          xss
