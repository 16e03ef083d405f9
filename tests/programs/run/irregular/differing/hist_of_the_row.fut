-- Histograms in maps whose operator, or neutral value, uses values of the row.
-- Checklist: 24.
-- ==
-- entry: modulo
-- input { [7i64, 10i64, 3i64] [[0i64, 1i64, 0i64, 2i64], [1i64, 1i64, 1i64, 1i64], [5i64, -1i64, 2i64, 0i64]] }
-- output { [[1i64, 3i64, 5i64], [1i64, 0i64, 1i64], [2i64, 1i64, 1i64]] }
-- input { empty([0]i64) empty([0][2]i64) }
-- output { empty([0][3]i64) }
entry modulo [n] [m] (ks: [n]i64) (iss: [n][m]i64) : [n][3]i64 =
  map2 (\k is -> reduce_by_index (replicate 3 1) (\a b -> (a * b) % k) 1 is (map (+ 2) (iota m)))
       ks
       iss

-- ==
-- entry: clamped
-- input { [5i64, 100i64, 1i64, 0i64, 1000i64] [2i64, 0i64, 3i64, 5i64, 40i64] }
-- output { [[5i64, 5i64], [], [1i64, 1i64, 1i64], [0i64, 0i64, 0i64, 0i64, 0i64], [240i64, 246i64, 252i64, 258i64, 264i64, 270i64, 276i64, 282i64, 288i64, 294i64, 300i64, 306i64, 312i64, 318i64, 324i64, 330i64, 336i64, 342i64, 348i64, 354i64, 360i64, 366i64, 372i64, 378i64, 384i64, 390i64, 396i64, 402i64, 408i64, 414i64, 420i64, 426i64, 432i64, 438i64, 444i64, 450i64, 456i64, 462i64, 468i64, 474i64]] }
entry clamped [n] (limits: [n]i64) (sizes: [n]i64) : [n][?]i64 =
  map2 (\limit k ->
          hist (\a b -> i64.min limit (a + b))
               0
               k
               (map (% i64.max 1 k) (iota (3 * k)))
               (map (* 2) (iota (3 * k))))
       limits
       sizes

-- The operator is the same for all rows.
-- ==
-- entry: neutral
-- input { [0i64, 5i64, -3i64, 7i64] [[3i64, 9i64, 4i64, 4i64], [], [8i64], [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64]] }
-- output { [[9i64, 4i64, 0i64], [5i64, 5i64, 5i64], [-3i64, -3i64, 8i64], [9i64, 10i64, 11i64]] }
entry neutral [n] (least: [n]i64) (rows: [n][?]i64) : [n][3]i64 =
  map2 (\b row -> hist i64.max b 3 (map (% 3) row) (map (i64.max b) row)) least rows

-- Values of two components, by an order that depends on the row.
-- ==
-- entry: pairs
-- input { [[3i64, 9i64, 4i64, 4i64], [], [8i64], [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64]] }
-- output { [[402i64, 901i64], [-1i64, -1i64], [800i64, -1i64], [1110i64, 1009i64]] }
entry pairs [n] (rows: [n][?]i64) : [n][2]i64 =
  map (\row ->
         let k = length row
         let better (a: (i64, i64)) (b: (i64, i64)) =
           if a.1 < 0
           then b
           else if b.1 < 0
           then a
           else let (x, y) = ((a.0 * 7) % (k + 3), (b.0 * 7) % (k + 3))
                in if y > x || (y == x && (b.0 > a.0 || (b.0 == a.0 && b.1 > a.1))) then b else a
         in hist better (0, -1) 2 (map (% 2) (indices row)) (zip row (indices row))
            |> map (\(x, i) -> x * 100 + i))
      rows
