-- The prime numbers below n.
-- ==
-- nobench input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- compiled input { 10000000i64 }
module example = import "../../examples/prime_sieve"

entry main (n: i64) : []i64 = example.main n
