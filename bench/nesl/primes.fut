-- The prime numbers below the length of a vector: those below the root cross out their multiples.
-- ==
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] } output { [2i64, 3i64, 5i64, 7i64, 11i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
def isqrt (n: i64) : i64 =
  let r = i64.f64 (f64.sqrt (f64.i64 n))
  in if r * r > n then r - 1 else if (r + 1) * (r + 1) <= n then r + 1 else r

def primes (n: i64) : []i64 =
  if n <= 2
  then []
  else let small = primes (isqrt (n - 1) + 1)
       let multiples: [][?]i64 = map (\p -> map (\k -> (k + 2) * p) (iota ((n - 1) / p - 1))) small
       let all = irregular.flatten multiples
       let flags = scatter (replicate n true) all (map (const false) all)
       in filter (\i -> flags[i]) (2..<n)

entry main [n] (_: [n]i64) : []i64 = primes n
