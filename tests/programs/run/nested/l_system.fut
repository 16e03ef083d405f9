-- A Lindenmayer system.
-- ==
-- input { [[0, 1], [0], [2, 2, 0]] [0] 0 }
-- output { [0] }
-- input { [[0, 1], [0], [2, 2, 0]] [0] 2 }
-- output { [0, 1, 0] }
-- input { [[0, 1], [0], [2, 2, 0]] [0] 4 }
-- output { [0, 1, 0, 0, 1, 0, 1, 0] }
-- input { [[0, 1], [0], [2, 2, 0]] [0] 6 }
-- output { [0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0] }
-- input { [[0, 1], [0], [2, 2, 0]] [2, 1] 3 }
-- output { [2, 2, 0, 2, 2, 0, 0, 1, 2, 2, 0, 2, 2, 0, 0, 1, 0, 1, 0, 0, 1, 0] }
-- input { [[0, 1], [0], [2, 2, 0]] empty([0]u8) 3 }
-- output { empty([0]u8) }

-- Each symbol is replaced by a row.
entry main (rules: [][?]u8) (start: []u8) (steps: i32) : []u8 =
  loop word = start for _i < steps do
    irregular.flatten (map (\s -> rules[i64.u8 s]) word)
