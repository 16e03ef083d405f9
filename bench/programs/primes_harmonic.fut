-- The prime numbers below n: every number crosses out all of its multiples, at once. The rows of multiples have lengths n/2,
-- n/3, n/4 and so on.
-- ==
-- nobench input { 0i64 } output { empty([0]i64) }
-- nobench input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- compiled input { 2000000i64 }
entry main (n: i64) : []i64 =
  let multiples: [][?]i64 =
    map (\i -> map (\k -> (k + 2) * i) (iota ((n - 1) / i - 1))) (2..<i64.max 2 (n / 2 + n % 2))
  let all = irregular.flatten multiples
  let is_prime = scatter (map (>= 2) (iota n)) all (map (const false) all)
  in filter (\i -> is_prime[i]) (iota n)
