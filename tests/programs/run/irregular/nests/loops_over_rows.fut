-- While loops, recursion and scans of whole rows around each other.
-- ==
-- entry: tournament
-- input { empty([0]i64) empty([0]i64) }
-- output { 0i64 }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { 0i64 }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { 8i64 }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { 24i64 }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { 1i64 }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { 53i64 }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { 30i64 }

-- ==
-- entry: distinct_so_far
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [-2i64] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [-1i64, -2i64, -2i64] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [0i64, -2i64, -2i64, -2i64, -2i64, -3i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [-2i64, -2i64, -1i64, 2i64] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [0i64, 0i64, -4i64, -3i64, -3i64] }

-- ==
-- entry: trees_in_while
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) }
-- input { [3i64] [8i64, 12i64, 7i64] }
-- output { [97i64] }
-- input { [3i64, 1i64, 4i64] [8i64, 9i64, 3i64, 12i64, 7i64, 10i64, 9i64, 12i64] }
-- output { [65i64, 50i64, 142i64] }
-- input { [2i64, 4i64, 0i64, 6i64, 0i64, 1i64] [1i64, 7i64, 2i64, 1i64, 8i64, 12i64, 7i64, 10i64, 11i64, 9i64, 10i64, 2i64, 0i64] }
-- output { [22i64, 81i64, 0i64, 177i64, 0i64, 0i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 1i64] [5i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 14i64] }
-- input { [7i64, 0i64, 10i64, 12i64] [9i64, 3i64, 8i64, 3i64, 10i64, 4i64, 7i64, 1i64, 7i64, 10i64, 4i64, 6i64, 8i64, 1i64, 11i64, 4i64, 5i64, 3i64, 8i64, 4i64, 0i64, 1i64, 9i64, 12i64, 1i64, 6i64, 1i64, 4i64, 6i64] }
-- output { [140i64, 0i64, 183i64, 176i64] }
-- input { [0i64, 0i64, 15i64, 1i64, 0i64] [7i64, 3i64, 7i64, 1i64, 0i64, 12i64, 5i64, 5i64, 2i64, 9i64, 4i64, 4i64, 11i64, 6i64, 8i64, 1i64] }
-- output { [0i64, 0i64, 272i64, 1i64, 0i64] }

def rows [n] (lengths: [n]i64) (xs: []i64) : [n][?]i64 = irregular.from_lengths lengths xs

entry tournament [n] (lengths: [n]i64) (xs: []i64) : i64 =
  let (total, _) =
    loop (total, rs: [][?]i64) = (0, rows lengths xs) while length rs > 1 do
      let m = length rs / 2
      let pairs: [m][?]i64 = map (\i -> rs[2 * i] ++ rs[2 * i + 1]) (iota m)
      let kept: [m][?]i64 = map (filter (\x -> x % 2 == 0 || x > m)) pairs
      in (total + i64.sum (map length rs), kept)
  in total

entry distinct_so_far [n] (lengths: [n]i64) (xs: []i64) : [n]i64 =
  let prefixes: [n][?]i64 = scan (++) [] (rows lengths xs)
  in map (\row ->
            let seen = hist (+) 0 20 row (map (\_ -> 1) row)
            in length (filter (\x -> x % 2 == 1) row) - length (filter (> 0) seen))
         prefixes

def tree (k: i64) : i64 = if k < 2 then 1 else tree (k / 2) + tree (k - 1 - k / 2) + k

entry trees_in_while [n] (lengths: [n]i64) (xs: []i64) : [n]i64 =
  map (\row ->
         i64.sum (map (\x -> (loop (t, k) = (0, x) while k > 0 do (t + tree k, k / 3)).0) row))
      (rows lengths xs)
