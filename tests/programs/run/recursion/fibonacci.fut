-- Two calls in one expression.
-- ==
-- input { 0 } output { 0 }
-- input { 1 } output { 1 }
-- input { 20 } output { 6765 }
def fibonacci (n: i32) : i32 = if n < 2 then n else fibonacci (n - 1) + fibonacci (n - 2)
def main (n: i32) : i32 = fibonacci n
