-- The prime numbers below n. Those below the square root of n, found by recursion, cross out all of their multiples at
-- once: an irregular array with a row for each of them.
--
-- Expected numbers are from trial division, in another language.
-- Checklist: 55.
-- ==
-- input { 0i64 } output { empty([0]i64) }
-- input { 2i64 } output { empty([0]i64) }
-- input { 3i64 } output { [2i64] }
-- input { 5i64 } output { [2i64, 3i64] }
-- input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 200i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64,
-- 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64, 97i64, 101i64, 103i64, 107i64, 109i64, 113i64,
-- 127i64, 131i64, 137i64, 139i64, 149i64, 151i64, 157i64, 163i64, 167i64, 173i64, 179i64, 181i64, 191i64, 193i64,
-- 197i64, 199i64] }
def primes (n: i64) : []i64 =
  if n <= 4
  then filter (< n) [2, 3]
  else let small = primes (1 + i64.f64 (f64.ceil (f64.sqrt (f64.i64 n))))
       let small = filter (\p -> p * p < n) small
       let multiples =
         irregular.flatten (map (\p -> map (\k -> (k + 2) * p) (iota ((n - 1) / p - 1))) small :
                              [][?]i64)
       let is_prime = scatter (map (>= 2) (iota n)) multiples (map (const false) multiples)
       in filter (\i -> is_prime[i]) (iota n)

entry main (n: i64) : []i64 = primes n
