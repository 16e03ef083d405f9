-- Lengths of the words of each line.
-- ==
-- input { [116, 104, 101, 32, 113, 117, 105, 99, 107, 32, 32, 98, 114, 111, 119, 110, 10, 102, 111, 120, 10, 10, 32, 106, 117, 109, 112, 115] }
-- output { [[3, 5, 5], [3], [], [5]] }
-- input { [97] }
-- output { [[1]] }
-- input { [10, 10] }
-- output { [[], [], []] }
-- input { [111, 110, 101, 32, 116, 119, 111, 32, 116, 104, 114, 101, 101] }
-- output { [[3, 3, 5]] }

def is_space (c: u8) = c == ' '

-- Words of every line, as rows of rows.
def words [n] (line: [n]u8) : [][?]u8 =
  let parts = irregular.split is_space line
  in filter (\word -> length word > 0) parts

entry main (text: []u8) : [][?]i64 =
  let lines = irregular.split (== '\n') text
  let all: [][?][?]u8 = map words lines
  in map (map length) all
