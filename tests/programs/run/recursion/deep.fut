-- Ten thousand levels are fine.
-- ==
-- input { 10000i64 } output { 50005000i64 }
def sum_to (n: i64) : i64 = if n == 0 then 0 else n + sum_to (n - 1)
def main (n: i64) : i64 = sum_to n
