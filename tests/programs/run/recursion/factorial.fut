-- A function that calls itself.
-- ==
-- input { 0i64 } output { 1i64 }
-- input { 5i64 } output { 120i64 }
-- input { 20i64 } output { 2432902008176640000i64 }
-- input { 21i64 } output { -4249290049419214848i64 }
def factorial (n: i64) : i64 = if n <= 1 then 1 else n * factorial (n - 1)
def main (n: i64) : i64 = factorial n
