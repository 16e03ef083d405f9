-- The prime numbers below n, by a sieve.
--
-- Flags are crossed out in parallel: for every prime below the square root of n, all of its multiples at once.
-- ==
-- input { 2i64 } output { empty([0]i64) }
-- input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
def primes (n: i64) : []i64 =
  let flags =
    loop flags = map (>= 2) (iota n) for i in 2..<(i64.max 2 n) do
      if i * i < n && flags[i]
      then let multiples = map (\k -> (i + k) * i) (iota (n / i))
           in scatter flags multiples (map (const false) multiples)
      else flags
  in filter (\i -> flags[i]) (iota n)

entry main (n: i64) : []i64 = primes n
