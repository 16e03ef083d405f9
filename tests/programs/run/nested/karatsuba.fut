-- Products of polynomials by Karatsuba's method: three products of half the size, in a map over rows. As many
-- coefficients in both, a power of two. Expected values are from the sum over all pairs, in another language.
-- ==
-- entry: one
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [3i64] [4i64] } output { [12i64] }
-- input { [1i64, 2i64, 3i64, 4i64] [5i64, 6i64, 7i64, 8i64] }
-- output { [5i64, 16i64, 34i64, 60i64, 61i64, 52i64, 32i64] }
-- input { [4i64, 0i64, 0i64, 4i64, 2i64, -3i64, 4i64, 2i64, 4i64, -3i64, 1i64, -3i64, 5i64, -3i64, -1i64, -2i64]
-- [4i64, -2i64, -2i64, -3i64, 5i64, 3i64, -2i64, 5i64, 1i64, 2i64, 4i64, -4i64, 1i64, -5i64, -4i64, -4i64] }
-- output { [16i64, -8i64, -8i64, 4i64, 20i64, -12i64, -2i64, 40i64, 39i64, -45i64, 39i64, 6i64, 50i64, -9i64, -27i64,
-- -23i64, 32i64, -14i64, -35i64, -25i64, -14i64, -57i64, 7i64, -48i64, 32i64, -24i64, 14i64, -5i64, 26i64, 12i64,
-- 8i64] }

-- ==
-- entry: many
-- input { empty([0][?]i64) } output { empty([0][?]i64) }
-- input { [[1i64, 2i64], [], [5i64], [4i64, 0i64, 0i64, 4i64, 2i64, -3i64, 4i64, 2i64], [1i64, 1i64, 1i64, 1i64]] }
-- output { [[2i64, 5i64, 2i64], [], [25i64], [8i64, 16i64, -12i64, 16i64, 36i64, -10i64, -2i64, 65i64, -2i64, -10i64,
-- 36i64, 16i64, -12i64, 16i64, 8i64], [1i64, 2i64, 3i64, 4i64, 3i64, 2i64, 1i64]] }
def pad [n] (before: i64) (size: i64) (xs: [n]i64) : [size]i64 =
  map (\i -> if i >= before && i < before + n then xs[i - before] else 0) (iota size)

def multiply [n] (xs: [n]i64) (ys: [n]i64) : []i64 =
  if n <= 2
  then
    map (\k ->
           i64.sum (map (\i -> if k - i >= 0 && k - i < n then xs[i] * ys[k - i] else 0) (iota n)))
        (iota (i64.max 0 (2 * n - 1)))
  else let h = n / 2
       let sums zs = map2 (+) (zs[:h] :> [h]i64) (zs[h:] :> [h]i64)
       let size = 2 * n - 1
       let parts =
         map2 (\as bs -> multiply as bs :> [2 * h - 1]i64)
              [xs[:h] :> [h]i64, xs[h:] :> [h]i64, sums xs]
              [ys[:h] :> [h]i64, ys[h:] :> [h]i64, sums ys]
       let middle = map3 (\low high both -> both - low - high) parts[0] parts[1] parts[2]
       in map3 (\a b c -> a + b + c)
               (pad 0 size parts[0])
               (pad h size middle)
               (pad (2 * h) size parts[1])

entry one [n] (xs: [n]i64) (ys: [n]i64) : []i64 = multiply xs ys
entry many [n] (xss: [n][?]i64) : [n][?]i64 = map (\xs -> multiply xs (reverse xs)) xss
