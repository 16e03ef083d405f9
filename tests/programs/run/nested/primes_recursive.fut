-- Primes below n by the primes below its square root.
-- ==
-- input { 0 }
-- output { empty([0]i64) }
-- input { 2 }
-- output { empty([0]i64) }
-- input { 3 }
-- output { [2] }
-- input { 5 }
-- output { [2, 3] }
-- input { 30 }
-- output { [2, 3, 5, 7, 11, 13, 17, 19, 23, 29] }
-- input { 100 }
-- output { [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97] }
-- input { 200 }
-- output { [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199] }

def primes (n: i64) : []i64 =
  if n <= 2
  then []
  else let small = primes (i64.f64 (f64.ceil (f64.sqrt (f64.i64 n))))
       let multiples: [][?]i64 = map (\p -> map (\k -> (k + 2) * p) (iota ((n - 1) / p - 1))) small
       let all = irregular.flatten multiples
       let flags = scatter (replicate n true) all (map (const false) all)
       in filter (\i -> i >= 2 && flags[i]) (iota n)

entry main (n: i64) : []i64 = primes n
