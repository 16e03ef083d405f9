-- Branches, loops and calls in maps, with parallelism inside that differs from element to element.
-- Expected values are from another compiler.

def sq (x: i64) = (x * x + 3) % 11
def squares (n: i64) = i64.sum (map sq (iota n))
def sums (n: i64) (m: i64) = i64.sum (map (\i -> i64.sum (iota (i % (m + 1)))) (iota n))
type shape = #a i64 | #b i64 i64 | #c
#[noinline] def weight [n] (xs: [n]i64) (w: i64) = i64.sum (map2 (\x i -> x * (i % w)) xs (iota n))
#[noinline] def halve [n] (xs: [n]i64) : []i64 = filter (\x -> x % 2 == 0) (map (/ 2) xs)

-- ==
-- entry: branches
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [1i64, 0i64, 2i64, 0i64, 58i64, 7i64, 4i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 200i64, 0i64] }
entry branches (ks: []i64) =
  map (\k ->
         if k % 2 == 0 then i64.sum (map sq (iota k)) else length (filter (> 4) (map sq (iota k))))
      ks

-- ==
-- entry: matches
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [14i64, 0i64, -1i64, 0i64, 58i64, -1i64, 5i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 2299i64, 0i64] }
entry matches (ks: []i64) =
  map (\k ->
         let s: shape = if k % 3 == 0 then #a k else if k % 3 == 1 then #b k (k / 2) else #c
         in match s case #a n -> squares n case #b n m -> sums n m case #c -> -1)
      ks

-- ==
-- entry: for_loops
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [2i64, 1i64, 26i64, 1i64, 336i64, 1i64, 51i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [1i64, 1i64, 945i64, 1i64] }
entry for_loops (ks: []i64) =
  map (\k -> loop x = 1 for i < k do (x + i64.sum (map (\j -> j * (x % 5)) (iota i))) % 1009) ks

-- ==
-- entry: halved
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [7i64, 0i64, 15i64, 3i64, 41i64, 7i64, 16i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 158i64, 3i64] }
entry halved (ks: []i64) =
  map (\k ->
         let xs =
           loop xs = map sq (iota k) while length xs > 1 do
             let h = length xs / 2 in map2 (+) (take h xs) (take h (drop h xs))
         in i64.sum xs)
      ks

-- ==
-- entry: calls
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [11i64, 0i64, 44i64, 0i64, 176i64, 4i64, 103i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 756i64, 0i64] }
entry calls (ks: []i64) =
  map (\k -> weight (map sq (iota k)) (k % 3 + 2) + weight (filter (> 3) (map sq (iota k))) 7) ks

-- ==
-- entry: sieves
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [5i64, 0i64, 10i64, 2i64, 41i64, 5i64, 17i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 238i64, 2i64] }
entry sieves (ks: []i64) =
  map (\k ->
         (loop (xs, ps) = (map (+ 2) (iota k), 0i64) while length xs > 0 do
            let p = xs[0] in (filter (\x -> x % p != 0) xs, ps + p)).1)
      ks

-- ==
-- entry: branches_with_loops
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [41i64, 0i64, 8i64, 13i64, 220i64, 27i64, 13i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 9880i64, 13i64] }
entry branches_with_loops (ks: []i64) =
  map (\k ->
         if k > 4
         then
           (if k % 2 == 0
            then loop s = 0 for i < k do s + i64.sum (iota i)
            else i64.sum (map (\i -> loop x = i while x > 3 do x / 2) (iota k)))
         else loop s = k for _i < 3 do s * 2 + i64.sum (iota s) % 7)
      ks

-- ==
-- entry: loops_in_loops
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [3i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 0i64, 0i64] }
entry loops_in_loops (ks: []i64) =
  map (\k ->
         loop s = 0 for i < k % 5 do
           loop t = s for j < i do (t + i64.sum (map (\x -> x * j + s) (iota (i + j)))) % 10007)
      ks

-- ==
-- entry: branches_of_two_sizes
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [70i64, 0i64, 330i64, 2i64, 319i64, 4i64, 910i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 3947i64, 2i64] }
entry branches_of_two_sizes (ks: []i64) =
  map (\k ->
         let xs = if k % 2 == 0 then map sq (iota k) else map (+ 1) (iota (2 * k))
         in i64.sum (map2 (*) xs (indices xs)))
      ks

-- ==
-- entry: matches_of_three_sizes
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [4i64, 0i64, 5i64, 3i64, 286i64, 2i64, 108i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 1549i64, 3i64] }
entry matches_of_three_sizes (ks: []i64) =
  map (\k ->
         let xs =
           match k % 3 case 0 -> iota k case 1 -> filter (> 2) (map sq (iota k)) case _ -> [k]
         in i64.sum (scan (\a b -> (a + b) % 100) 0 xs))
      ks

-- ==
-- entry: condition_is_a_sum
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [6i64, 0i64, 6i64, 8i64, 4i64, 7i64, 5i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 3i64, 8i64] }
entry condition_is_a_sum (ks: []i64) =
  map (\k ->
         (loop (xs, n) = (map sq (iota k), 0i64) while k > 0 && i64.sum xs < 1000 + k do
            (map (\x -> x * 2 + 1) xs, n + 1)).1)
      ks

-- ==
-- entry: calls_in_while
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [5i64, 0i64, 10i64, 0i64, 23i64, 2i64, 13i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 80i64, 0i64] }
entry calls_in_while (ks: []i64) =
  map (\k ->
         (loop (xs, n) = (map (* 6) (iota k), 0) while length xs > 1 do (halve xs, n + length xs)).1)
      ks

-- ==
-- entry: radix_sorts
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [3i64, 0i64, 5i64, 1i64, 12i64, 2i64, 7i64] }
-- output { [8i64, 0i64, 39i64, 0i64, 536i64, 1i64, 106i64] }
-- input { [0i64, 0i64, 40i64, 1i64] }
-- output { [0i64, 0i64, 15960i64, 0i64] }
entry radix_sorts (ks: []i64) =
  map (\k ->
         let xs =
           loop xs = map (\i -> (i * 7 + 3) % (k + 1)) (iota k) for b < 4 do
             let bits = map (\x -> (x >> b) & 1) xs
             let os = scan (+) 0 bits
             let zs = scan (+) 0 (map (1 -) bits)
             let nz = if k == 0 then 0 else zs[k - 1]
             in scatter (replicate k 0)
                        (map3 (\bit z o -> if bit == 0 then z - 1 else nz + o - 1) bits zs os)
                        xs
         in i64.sum (map2 (*) xs (iota k)))
      ks
