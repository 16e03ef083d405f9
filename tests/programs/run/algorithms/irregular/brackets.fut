-- Brackets of many texts: the other one of each, and whether all of them match.
-- ==
-- input { empty([0][?]u8) }
-- output { empty([0][?]i64) empty([0]bool) }
-- input { empty([1][?: 0]u8) }
-- output { empty([1][?: 0]i64) [true] }
-- input { [[40u8, 97u8, 40u8, 98u8, 41u8, 99u8, 41u8], [], [40u8, 40u8, 41u8], [40u8, 41u8, 41u8, 40u8], [97u8, 98u8,
-- 99u8], [40u8, 40u8, 40u8, 41u8, 41u8, 41u8, 40u8, 41u8]] }
-- output { [[6i64, -1i64, 4i64, -1i64, 2i64, -1i64, 0i64], [], [-1i64, 2i64, 1i64], [1i64, 0i64, -1i64, -1i64],
-- [-1i64, -1i64, -1i64], [5i64, 4i64, 3i64, 2i64, 1i64, 0i64, 7i64, 6i64]] [true, true, false, false, true, true] }

-- For each bracket the place of the other one; -1 where there is none.
def matching [n] (text: [n]u8) : [n]i64 =
  let change c = if c == '(' then 1 else if c == ')' then -1 else 0: i64
  let after = scan (+) 0 (map change text)
  let level = map2 (\c d -> if c == '(' then d else if c == ')' then d + 1 else 0) text after
  in map (\i -> if text[i] == '('
                then let later = filter (\j -> j > i && text[j] == ')' && level[j] == level[i]) (iota n)
                     in if null later then -1 else later[0]
                else if text[i] == ')'
                then let earlier = filter (\j -> j < i && text[j] == '(' && level[j] == level[i]) (iota n)
                     in if null earlier then -1 else last earlier
                else -1)
         (iota n)

entry main [n] (texts: [n][?]u8) : ([n][?]i64, [n]bool) =
  let found: [n][?]i64 = map matching texts
  let balanced text : bool =
    let depth = scan (+) 0 (map (\c -> i64.bool (c == '(') - i64.bool (c == ')')) text)
    in and (map (>= 0) depth) && (null text || last depth == 0)
  in (found, map balanced texts)
