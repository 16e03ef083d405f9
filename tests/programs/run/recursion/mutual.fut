-- Two functions that call each other.
-- ==
-- input { 0i64 } output { true false }
-- input { 7i64 } output { false true }
-- input { 100i64 } output { true false }
def is_even (n: i64) : bool = n == 0 || is_odd (n - 1)
def is_odd (n: i64) : bool = n != 0 && is_even (n - 1)
def main (n: i64) = (is_even n, is_odd n)
