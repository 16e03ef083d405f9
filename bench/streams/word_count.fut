-- Counts lines, words, bytes, and the bytes of the longest line.
-- ==
-- entry: main
-- input { [[97u8, 32u8, 98u8], [], [32u8, 99u8]] } output { 3i64 3i64 8i64 3i64 }

-- ==
-- entry: in_memory
-- input { [[97u8, 32u8, 98u8], [], [32u8, 99u8]] } output { 3i64 3i64 8i64 3i64 }

def is_blank (c: u8) : bool = c == ' ' || c == '\t'

-- A word begins where there is something that is not blank, with nothing or a blank before it.
def words [n] (line: [n]u8) : i64 =
  i64.sum (map (\i -> i64.bool (!is_blank line[i] && (i == 0 || is_blank line[i - 1]))) (iota n))

type counts = (i64, i64, i64, i64)

def of_line [n] (line: [n]u8) : counts = (1, words line, n + 1, n)

def add ((l1, w1, b1, m1): counts) ((l2, w2, b2, m2): counts) : counts =
  (l1 + l2, w1 + w2, b1 + b2, i64.max m1 m2)

entry main (lines: seq ([?]u8)) : counts = seq.reduce add (0, 0, 0, 0) (seq.map of_line lines)

entry in_memory [n] (lines: [n][?]u8) : counts = reduce add (0, 0, 0, 0) (map of_line lines)
