-- Words of different lengths are compared with each other: how often each occurs, and how many come before it.
-- Expected values are from strings of another language.
-- ==
-- input { empty([0]i64) empty([0]u8) } output { empty([0]i64) empty([0]i64) }
-- input { [0i64, 0i64] empty([0]u8) } output { [2i64, 2i64] [0i64, 0i64] }
-- input { [3i64, 3i64, 3i64, 2i64, 3i64, 3i64, 3i64, 3i64, 1i64, 9i64] [116u8, 104u8, 101u8, 99u8, 97u8, 116u8, 115u8,
-- 97u8, 116u8, 111u8, 110u8, 116u8, 104u8, 101u8, 109u8, 97u8, 116u8, 116u8, 104u8, 101u8, 99u8, 97u8, 116u8, 97u8,
-- 99u8, 97u8, 116u8, 97u8, 108u8, 111u8, 103u8, 117u8, 101u8] }
-- output { [3i64, 2i64, 1i64, 1i64, 3i64, 1i64, 3i64, 2i64, 1i64, 1i64] [7i64, 1i64, 6i64, 5i64, 7i64, 4i64, 7i64,
-- 1i64, 0i64, 3i64] }
def compare [n] [m] (a: [n]u8) (b: [m]u8) : i32 =
  let k = i64.min n m
  let differences = filter (\i -> a[i] != b[i]) (iota k)
  in if length differences > 0
     then if a[differences[0]] < b[differences[0]] then -1 else 1
     else i32.sgn (i32.i64 n - i32.i64 m)

entry main [n] (lengths: [n]i64) (characters: []u8) : ([n]i64, [n]i64) =
  let words = irregular.from_lengths lengths characters
  let count p w = i64.sum (map (\v -> i64.bool (p (compare v w))) words)
  in (map (count (== 0)) words, map (count (< 0)) words)
