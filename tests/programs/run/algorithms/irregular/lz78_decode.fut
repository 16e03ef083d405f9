-- Texts from pairs of an earlier phrase and a byte; phrases follow their references backwards.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]u8) }
-- output { empty([0][?]u8) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]u8) }
-- output { empty([1][?: 0]u8) }
-- input { [[], [0i64], [0i64, 0i64, 0i64, 3i64, 0i64, 5i64], [0i64, 0i64, 2i64, 1i64, 3i64, 1i64, 1i64, 1i64, 1i64,
-- 4i64, 0i64, 10i64, 12i64, 5i64, 10i64], [0i64, 0i64, 0i64]] [[], [114u8], [101u8, 121u8, 115u8, 110u8, 108u8, 104u8],
-- [120u8, 109u8, 111u8, 113u8, 121u8, 121u8, 120u8, 98u8, 118u8, 102u8, 100u8, 111u8, 114u8, 107u8, 97u8], [107u8,
-- 105u8, 117u8]] }
-- output { [[], [114u8], [101u8, 121u8, 115u8, 115u8, 110u8, 108u8, 108u8, 104u8], [120u8, 109u8, 109u8, 111u8, 120u8,
-- 113u8, 109u8, 111u8, 121u8, 120u8, 121u8, 120u8, 120u8, 120u8, 98u8, 120u8, 118u8, 120u8, 113u8, 102u8, 100u8, 120u8,
-- 113u8, 102u8, 111u8, 120u8, 113u8, 102u8, 111u8, 114u8, 109u8, 111u8, 121u8, 107u8, 120u8, 113u8, 102u8, 97u8],
-- [107u8, 105u8, 117u8]] }
-- input { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64]] [[97u8, 99u8, 98u8, 99u8, 97u8,
-- 97u8, 97u8, 97u8, 99u8, 99u8, 99u8, 97u8]] }
-- output { [[97u8, 97u8, 99u8, 97u8, 99u8, 98u8, 97u8, 99u8, 98u8, 99u8, 97u8, 99u8, 98u8, 99u8, 97u8, 97u8, 99u8,
-- 98u8, 99u8, 97u8, 97u8, 97u8, 99u8, 98u8, 99u8, 97u8, 97u8, 97u8, 97u8, 99u8, 98u8, 99u8, 97u8, 97u8, 97u8, 97u8,
-- 97u8, 99u8, 98u8, 99u8, 97u8, 97u8, 97u8, 97u8, 99u8, 97u8, 99u8, 98u8, 99u8, 97u8, 97u8, 97u8, 97u8, 99u8, 99u8,
-- 97u8, 99u8, 98u8, 99u8, 97u8, 97u8, 97u8, 97u8, 99u8, 99u8, 99u8, 97u8, 99u8, 98u8, 99u8, 97u8, 97u8, 97u8, 97u8,
-- 99u8, 99u8, 99u8, 97u8]] }

def phrase [n] (refs: [n]i64) (bytes: [n]u8) (i: i64) : []u8 =
  if i == 0 then [] else phrase refs bytes refs[i - 1] ++ [bytes[i - 1]]

def decode [n] (refs: [n]i64) (bytes: [n]u8) : []u8 =
  irregular.flatten (map (phrase refs bytes) (map (+ 1) (iota n)))

entry main [r] (refs: [r][?]i64) (bytes: [r][?]u8) : [r][?]u8 =
  map (\row -> let (refs, bytes) = unzip row in decode refs bytes) (irregular.zip refs bytes)
