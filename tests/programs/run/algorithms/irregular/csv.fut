-- Lines of fields of characters, of any lengths, from a text; and sums of the fields that are numbers.
-- ==
-- entry: fields
-- input { empty([0]u8) }
-- output { empty([0][?][?]u8) }
-- input { [10u8] }
-- output { empty([1][?: 1][?: 0]u8) }
-- input { [97u8, 44u8, 98u8, 10u8, 49u8, 50u8, 44u8, 44u8, 55u8, 10u8, 120u8, 121u8, 122u8, 10u8, 10u8, 53u8, 44u8,
-- 54u8, 44u8, 55u8, 44u8, 56u8, 10u8] }
-- output { [[[97u8], [98u8]], [[49u8, 50u8], [], [55u8]], [[120u8, 121u8, 122u8]], [[]], [[53u8], [54u8], [55u8],
-- [56u8]]] }
-- entry: sums
-- input { empty([0]u8) }
-- output { empty([0]i64) }
-- input { [97u8, 44u8, 98u8, 10u8, 49u8, 50u8, 44u8, 44u8, 55u8, 10u8, 120u8, 121u8, 122u8, 10u8, 10u8, 53u8, 44u8,
-- 54u8, 44u8, 55u8, 44u8, 56u8, 10u8] }
-- output { [0i64, 19i64, 0i64, 0i64, 26i64] }
-- input { [49u8, 48u8, 48u8, 44u8, 50u8, 48u8, 44u8, 51u8, 10u8] }
-- output { [123i64] }

def cut_at (separator: u8) (text: []u8) : ?[k].[k][?]u8 =
  let [n] (text: [n]u8) = text
  let ends = filter (\i -> text[i] == separator) (iota n) ++ [n]
  let piece i = let from = if i == 0 then 0 else ends[i - 1] + 1 in text[from:ends[i]]
  in map piece (indices ends) : [][?]u8

entry fields (text: []u8) : [][?][?]u8 =
  let lines = cut_at '\n' text
  let lines = lines[:length lines - 1]
  in map (cut_at ',') lines

entry sums (text: []u8) : []i64 =
  let number (field: []u8) : i64 =
    if !(null field) && all (\c -> c >= '0' && c <= '9') field
    then
      reduce (\x y -> x + y)
             0
             (map2 (\p c -> i64.u8 (c - '0') * 10 ** p) (reverse (indices field)) field)
    else 0
  in map (\line -> i64.sum (map number line)) (fields text)
