-- Operators of reductions, scans and histograms that loop, hold arrays, or are other ones for each element.
-- Expected values are from another compiler.

def sq (x: i64) = (x * x + 3) % 11
def gcd (a: i64) (b: i64) = (loop (a, b) while b != 0 do (b, a % b)).0

-- ==
-- entry: sums_of_rows
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [41i64, 0i64, 0i64, 3i64, 94i64, 13i64, 56i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 0i64, 3i64] }
entry sums_of_rows (ks: []i64) =
  map (\k ->
         i64.sum (reduce (map2 (+)) (replicate k 0) (tabulate_2d (k % 5) k (\i j -> sq (i * j)))))
      ks

-- ==
-- entry: matrices
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [163i64, 0i64, 461i64, 5i64, 1404i64, 26i64, 778i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 5473i64, 5i64] }
entry matrices (ks: []i64) =
  map (\k ->
         let mul (a: [4]i64) (b: [4]i64) =
           [(a[0] * b[0] + a[1] * b[2]) % 97, (a[0] * b[1] + a[1] * b[3]) % 97,
            (a[2] * b[0] + a[3] * b[2]) % 97, (a[2] * b[1] + a[3] * b[3]) % 97]
         in i64.sum (map (\m -> m[0] + 2 * m[1])
                         (scan mul [1, 0, 0, 1] (map (\i -> [sq i, 1, 1, i]) (iota k)))))
      ks

-- ==
-- entry: divisors
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [3i64, 0i64, 5i64, 3i64, 12i64, 2i64, 7i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 40i64, 3i64] }
entry divisors (ks: []i64) = map (\k -> reduce gcd 0 (map (\i -> sq i * k) (iota k))) ks

-- ==
-- entry: divisors_by_bin
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [84i64, 0i64, 72i64, 18i64, 18i64, 42i64, 24i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 18i64, 18i64] }
entry divisors_by_bin (ks: []i64) =
  map (\k -> i64.sum (hist gcd 0 3 (map (% 4) (iota k)) (map (\i -> sq i * 6) (iota k)))) ks

-- ==
-- entry: sums_modulo_the_row
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [0i64, 0i64, 3i64, 0i64, 33i64, 0i64, 3i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 100i64, 0i64] }
entry sums_modulo_the_row (ks: []i64) =
  map (\k -> i64.sum (hist (\a b -> (a + b) % k) 0 (k / 3 + 1) (map sq (iota k)) (iota k))) ks

-- ==
-- entry: segments
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [24i64, 0i64, 34i64, 3i64, 116i64, 10i64, 55i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 385i64, 3i64] }
entry segments (ks: []i64) =
  map (\k ->
         let op (a: i64, f: bool) (b: i64, g: bool) = (if g then b else a + b, f || g)
         in i64.sum (map (.0) (scan op (0, false) (map (\i -> (sq i, i % 3 == 0)) (iota k)))))
      ks

-- ==
-- entry: neutral_of_the_row
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [8i64, 0i64, 8i64, 4i64, 12i64, 7i64, 8i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 40i64, 4i64] }
entry neutral_of_the_row (ks: []i64) =
  map (\k ->
         reduce_comm (\a b -> i64.max a b + (if a == k || b == k then 0 else 0))
                     k
                     (map sq (iota (k * 2))))
      ks

-- ==
-- entry: operator_of_two_levels
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [10i64, 0i64, 32i64, 0i64, 187i64, 3i64, 69i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 2033i64, 0i64] }
entry operator_of_two_levels (ks: []i64) =
  map (\k ->
         i64.sum (map (\i ->
                         reduce (\a b -> if i % 2 == 0 then a + b else i64.max a b)
                                0
                                (map sq (iota i)))
                      (iota k)))
      ks

-- ==
-- entry: scans_of_rows
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [34i64, 0i64, 8i64, 3i64, 0i64, 15i64, 42i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 0i64, 3i64] }
entry scans_of_rows (ks: []i64) =
  map (\k ->
         let m = scan (map2 (+)) (replicate k 0) (tabulate_2d (k % 4) k (\i j -> sq (i + j)))
         in i64.sum (map (\r -> i64.maximum r) m))
      ks
