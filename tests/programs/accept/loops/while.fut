-- As long as the condition holds.
def collatz (n: i32) = (loop (k, steps) = (n, 0i32) while k != 1 do (if k % 2 == 0 then k / 2 else 3 * k + 1, steps + 1)).1
def gcd (a: i32) (b: i32) = let (x, _) = loop (x, y) = (a, b) while y != 0 do (y, x % y) in x
