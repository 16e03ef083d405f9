-- Elements that have a property are counted in narrow numbers, block by block: more of them than such a number can hold, rows that end
-- within a block, empty rows, and several counts at once.
-- ==
-- entry: of_rows
-- input { [0i64, 1i64, 63i64, 64i64, 65i64, 127i64, 128i64, 129i64, 1000i64] }
-- output { [0i64, 1i64, 63i64, 64i64, 65i64, 127i64, 128i64, 129i64, 1000i64]
--          [0i64, 0i64, 12i64, 12i64, 13i64, 25i64, 25i64, 25i64, 200i64] }

-- ==
-- entry: of_all
-- input { 100000i64 } output { 100000i64 33334i64 66666i64 }
-- input { 0i64 } output { 0i64 0i64 0i64 }
-- input { 255i64 } output { 255i64 85i64 170i64 }

-- ==
-- entry: of_halves
-- input { 70000i64 } output { 70000i64 35000i32 }

-- ==
-- entry: of_words
-- input { [[97u8, 32u8, 98u8], [], [32u8, 99u8, 32u8, 32u8, 100u8, 101u8], [32u8]] } output { [2i64, 0i64, 2i64, 0i64] }

def letters (n: i64) : [n]u8 = map (\i -> u8.i64 (i % 5)) (iota n)

entry of_rows [k] (sizes: [k]i64) : ([k]i64, [k]i64) =
  let count p n = i64.sum (map (\c -> i64.bool (p c)) (letters n))
  in unzip (map (\n -> (count (< 5) n, count (== 4) n)) sizes)

entry of_all (n: i64) : (i64, i64, i64) =
  let text = map (\i -> u8.i64 (i % 3)) (iota n)
  let add (a1, b1, c1) (a2, b2, c2) = (a1 + a2, b1 + b2, c1 + c2)
  in reduce add
            (0, 0, 0)
            (map (\c -> (i64.bool (c < 3), i64.bool (c == 0), i64.bool (c != 0))) text)

entry of_halves (n: i64) : (i64, i32) =
  let xs = map (\i -> f16.i64 (i % 2)) (iota n)
  in (i64.sum (map (\x -> i64.bool (x < 2)) xs), i32.sum (map (\x -> i32.bool (x == 1)) xs))

entry of_words [n] (lines: [n][?]u8) : [n]i64 =
  map (\line ->
         i64.sum (map (\i -> i64.bool (line[i] != ' ' && (i == 0 || line[i - 1] == ' ')))
                      (iota (length line))))
      lines
