-- Numbers between commas, line by line.
-- ==
-- input { [49, 44, 50, 50, 44, 45, 51, 10, 52, 10, 44, 53, 44] }
-- output { [[1, 22, -3], [4], [0, 5, 0]] [20, 4, 5] }
-- input { [55] }
-- output { [[7]] [7] }
-- input { [49, 48, 44, 50, 48, 10, 51, 48, 44, 52, 48, 10, 53, 48, 44, 45, 54, 48] }
-- output { [[10, 20], [30, 40], [50, -60]] [30, 70, -10] }

def number [n] (digits: [n]u8) : i64 =
  let negative = n > 0 && digits[0] == '-'
  let value =
    reduce (\a b -> {value = a.value * b.scale + b.value, scale = a.scale * b.scale})
           {value = 0, scale = 1}
           (map (\d -> {value = i64.u8 (d - '0'), scale = 10i64})
                (if negative then drop 1 digits else digits))
  in if negative then -value.value else value.value

def fields (line: []u8) : []i64 =
  map number (irregular.split (== ',') line)

entry main (text: []u8) : ([][?]i64, []i64) =
  let table: [][?]i64 = map fields (irregular.split (== '\n') text)
  in (table, map i64.sum table)
