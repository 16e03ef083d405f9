-- A constant whose size is found when it is computed.
-- ==
-- input { 10 } output { [12, 13, 15] 3i64 }
def primes : []i32 = filter (\x -> x > 1 && all (\y -> x % y != 0) (2..<x)) (0..<6)
def main (x: i32) = (map (+ x) primes, length primes)
