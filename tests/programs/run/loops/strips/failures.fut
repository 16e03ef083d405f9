-- Checks in bodies that are done for many lanes at once: one lane fails, or all of them do.
-- ==
-- entry: one
-- input { 30i64 8i64 }
-- error: Index \[8\] out of bounds for array of shape \[8\]

-- ==
-- entry: all
-- input { 30i64 8i64 }
-- error: Index \[8\] out of bounds for array of shape \[8\]

-- ==
-- entry: none
-- input { 30i64 8i64 }
-- output { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64, 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64], [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 16i64, 17i64, 18i64, 19i64, 20i64, 21i64, 22i64, 23i64, 24i64, 25i64, 26i64, 27i64, 28i64, 29i64, 30i64]] }

entry one (m: i64) (n: i64) : [2][m][n]i64 =
  let body (k: i64) (i: i64) =
    loop row = replicate n 0 for j < n do
      let at = if i == 21 && j == 3 && k == 1 then n else j
      in row with [at] = i + j
  in #[sequential_inner] map (\k -> map (body k) (iota m)) (iota 2)

entry all (m: i64) (n: i64) : [2][m][n]i64 =
  let body (k: i64) (i: i64) =
    loop row = replicate n i for j < n do
      let at = j + 2
      in row with [j] = row[at] + k
  in #[sequential_inner] map (\k -> map (body k) (iota m)) (iota 2)

entry none (m: i64) (n: i64) : [2][m]i64 =
  let body (k: i64) (i: i64) =
    (loop row = replicate n 0 for j < n do row with [(i + j) % n] = i + k)[0]
  in #[sequential_inner] map (\k -> map (body k) (iota m)) (iota 2)
