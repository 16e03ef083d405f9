-- A reduction over arrays: concatenation of strings of a fixed size, with spaces as padding.
-- ==
-- input { "plan" } output { "plan    " }
-- input { "reduction" } output { "reductio" }
-- input { "" } output { "        " }
def trimmed (xs: [8]u8) : i64 = loop n = 8 while n > 0 && xs[n - 1] == ' ' do n - 1

def append (xs: [8]u8) (ys: [8]u8) : [8]u8 =
  let n = trimmed xs
  in tabulate 8 (\i -> if i < n then xs[i] else ys[i - n])

def main (s: []u8) : [8]u8 =
  reduce append (replicate 8 ' ') (map (\c -> tabulate 8 (\i -> if i == 0 then c else ' ')) s)
