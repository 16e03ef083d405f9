-- Three functions in a circle: Hofstadter's sequences and a third that counts.
-- ==
-- input { 6i64 } output { 4i64 4i64 4i64 }
-- input { 1i64 } output { 1i64 0i64 1i64 }
def f (n: i64) : i64 = if n == 0 then 1 else n - m (f (n - 1))
def m (n: i64) : i64 = if n == 0 then 0 else n - f (m (n - 1))
def down (n: i64) : i64 = if n <= 0 then 0 else 1 + across (n - 1)
def across (n: i64) : i64 = if n <= 0 then 0 else over (n - 1)
def over (n: i64) : i64 = if n <= 0 then 1 else 1 + down (n - 1)
def main (n: i64) = (f n, m n, down n)
