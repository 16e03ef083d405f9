-- An array is filled in place, element after element, from the ones before.
-- ==
-- input { 8i64 } output { [1i64, 1i64, 2i64, 3i64, 5i64, 8i64, 13i64, 21i64] }
-- input { 2i64 } output { [1i64, 1i64] }
def main (n: i64) : []i64 =
  loop fib = replicate n 1 for i in 2..<n do fib with [i] = fib[i - 1] + fib[i - 2]
