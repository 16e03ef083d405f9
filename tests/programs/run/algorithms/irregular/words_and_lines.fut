-- A text cut into lines, into words, and into the words of its lines.
-- ==
-- entry: lines_of
-- input { [116u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8,
-- 32u8, 102u8, 111u8, 120u8, 10u8, 106u8, 117u8, 109u8, 112u8, 115u8, 10u8, 10u8, 32u8, 111u8, 118u8, 101u8, 114u8,
-- 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8] }
-- output { [[116u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8,
-- 110u8, 32u8, 102u8, 111u8, 120u8], [106u8, 117u8, 109u8, 112u8, 115u8], [], [32u8, 111u8, 118u8, 101u8, 114u8,
-- 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8]] }
-- input { empty([0]u8) }
-- output { empty([1][?: 0]u8) }
-- input { [32u8] }
-- output { [[32u8]] }
-- input { [10u8, 10u8] }
-- output { empty([2][?: 0, 0]u8) }
-- input { [97u8] }
-- output { [[97u8]] }
-- input { [111u8, 110u8, 101u8, 32u8, 119u8, 111u8, 114u8, 100u8, 10u8] }
-- output { [[111u8, 110u8, 101u8, 32u8, 119u8, 111u8, 114u8, 100u8]] }
-- input { [120u8, 32u8, 121u8, 10u8] }
-- output { [[120u8, 32u8, 121u8]] }
-- entry: main
-- input { [116u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8,
-- 32u8, 102u8, 111u8, 120u8, 10u8, 106u8, 117u8, 109u8, 112u8, 115u8, 10u8, 10u8, 32u8, 111u8, 118u8, 101u8, 114u8,
-- 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8] }
-- output { [[[116u8, 104u8, 101u8], [113u8, 117u8, 105u8, 99u8, 107u8], [98u8, 114u8, 111u8, 119u8, 110u8], [102u8,
-- 111u8, 120u8]], [[106u8, 117u8, 109u8, 112u8, 115u8]], [], [[111u8, 118u8, 101u8, 114u8], [116u8, 104u8, 101u8],
-- [108u8, 97u8, 122u8, 121u8], [100u8, 111u8, 103u8]]] }
-- input { empty([0]u8) }
-- output { empty([1][?: 0][?]u8) }
-- input { [32u8] }
-- output { empty([1][?: 0][?]u8) }
-- input { [10u8, 10u8] }
-- output { empty([2][?: 0, 0][?]u8) }
-- input { [97u8] }
-- output { [[[97u8]]] }
-- input { [111u8, 110u8, 101u8, 32u8, 119u8, 111u8, 114u8, 100u8, 10u8] }
-- output { [[[111u8, 110u8, 101u8], [119u8, 111u8, 114u8, 100u8]]] }
-- input { [120u8, 32u8, 121u8, 10u8] }
-- output { [[[120u8], [121u8]]] }
-- entry: words_of
-- input { [116u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8,
-- 32u8, 102u8, 111u8, 120u8, 10u8, 106u8, 117u8, 109u8, 112u8, 115u8, 10u8, 10u8, 32u8, 111u8, 118u8, 101u8, 114u8,
-- 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8] }
-- output { [[116u8, 104u8, 101u8], [113u8, 117u8, 105u8, 99u8, 107u8], [98u8, 114u8, 111u8, 119u8, 110u8], [102u8,
-- 111u8, 120u8], [106u8, 117u8, 109u8, 112u8, 115u8], [111u8, 118u8, 101u8, 114u8], [116u8, 104u8, 101u8], [108u8,
-- 97u8, 122u8, 121u8], [100u8, 111u8, 103u8]] }
-- input { empty([0]u8) }
-- output { empty([0][?]u8) }
-- input { [32u8] }
-- output { empty([0][?]u8) }
-- input { [10u8, 10u8] }
-- output { empty([0][?]u8) }
-- input { [97u8] }
-- output { [[97u8]] }
-- input { [111u8, 110u8, 101u8, 32u8, 119u8, 111u8, 114u8, 100u8, 10u8] }
-- output { [[111u8, 110u8, 101u8], [119u8, 111u8, 114u8, 100u8]] }
-- input { [120u8, 32u8, 121u8, 10u8] }
-- output { [[120u8], [121u8]] }
def is_space (c: u8) : bool = c == ' ' || c == '\n' || c == '\t'

def words (text: []u8) : ?[k].[k][?]u8 =
  let n = length text
  let starts = filter (\i -> !is_space text[i] && (i == 0 || is_space text[i - 1])) (iota n)
  let ends = filter (\i -> !is_space text[i] && (i == n - 1 || is_space text[i + 1])) (iota n)
  let [k] (starts: [k]i64) = starts
  let found: [k][?]u8 = map2 (\s e -> text[s:e + 1]) starts (ends :> [k]i64)
  in found

def lines (text: []u8) : ?[k].[k][?]u8 =
  let n = length text
  let breaks = filter (\i -> text[i] == '\n') (iota n)
  let [k] (ends: [k]i64) = if n > 0 && text[n - 1] == '\n' then breaks else breaks ++ [n]
  let found: [k][?]u8 = map (\i -> text[(if i == 0 then 0 else ends[i - 1] + 1):ends[i]]) (iota k)
  in found

entry lines_of (text: []u8) : [][?]u8 = lines text
entry words_of (text: []u8) : [][?]u8 = words text

-- The words of every line.
entry main (text: []u8) : [][?][?]u8 =
  let found = lines text
  in map words found
