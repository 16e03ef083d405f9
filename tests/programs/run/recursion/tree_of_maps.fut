-- A recursive function that maps itself over parts.
-- ==
-- input { 0i64 } output { 1i64 }
-- input { 5i64 } output { 8i64 }
-- input { 10i64 } output { 89i64 }
def leaves (n: i64) : i64 = if n < 2 then 1 else i64.sum (map leaves [n - 1, n - 2])
def main (n: i64) : i64 = leaves n
