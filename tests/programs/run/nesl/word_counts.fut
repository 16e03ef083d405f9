-- Different words of a text in order, with their numbers: rows compared as strings.
-- ==
-- entry: main
-- input { empty([0]u8) }
-- output { empty([0][?]u8) empty([0]i64) }
-- input { [32u8, 32u8, 32u8] }
-- output { empty([0][?]u8) empty([0]i64) }
-- input { [116u8, 104u8, 101u8, 32u8, 99u8, 97u8, 116u8, 32u8, 97u8, 110u8, 100u8, 32u8, 116u8, 104u8, 101u8, 32u8,
-- 100u8, 111u8, 103u8, 32u8, 97u8, 110u8, 100u8, 32u8, 116u8, 104u8, 101u8, 32u8, 101u8, 110u8, 100u8] }
-- output { [[97u8, 110u8, 100u8], [99u8, 97u8, 116u8], [100u8, 111u8, 103u8], [101u8, 110u8, 100u8], [116u8, 104u8,
-- 101u8]] [2i64, 1i64, 1i64, 1i64, 3i64] }
-- input { [97u8, 32u8, 97u8, 97u8, 32u8, 97u8, 32u8, 97u8, 98u8, 32u8, 98u8, 32u8, 32u8, 97u8, 97u8, 32u8] }
-- output { [[97u8], [97u8, 97u8], [97u8, 98u8], [98u8]] [2i64, 2i64, 1i64, 1i64] }

def less (a: []u8) (b: []u8) : bool =
  let n = i64.min (length a) (length b)
  let i = loop i = 0 while i < n && a[i] == b[i] do i + 1
  in if i < n then a[i] < b[i] else length a < length b

def words [n] (text: [n]u8) : ?[k].[k][?]u8 =
  let is_start i = text[i] != ' ' && (i == 0 || text[i - 1] == ' ')
  let starts = filter is_start (iota n)
  let end i = loop i while i < n && text[i] != ' ' do i + 1
  in map (\i -> text[i:end i]) starts : [][?]u8

entry main [n] (text: [n]u8) : ([][?]u8, []i64) =
  let [k] (all: [k][?]u8) = words text
  let first i = !(any (\j -> all[j] == all[i]) (iota i))
  let different = filter first (iota k)
  let rank i = i64.sum (map (\j -> i64.bool (less all[j] all[i])) different)
  let [d] (different: [d]i64) = different
  let order = scatter (replicate d 0) (map rank different) different
  in (map (\i -> all[i]) order,
      map (\i -> i64.sum (map (\w -> i64.bool (w == all[i])) all)) order)
