-- A parser of sums and products with parentheses by mutual recursion; it gives the value and the place after it.
-- ==
-- input { "2*(3+4)-5" } output { 9i64 }
-- input { "((7))" } output { 7i64 }
-- input { "2+3*4" } output { 14i64 }
def at (s: []u8) (i: i64) : u8 = if i < length s then s[i] else 0

def expression (s: []u8) (i: i64) : (i64, i64) =
  let (x, i) = term s i
  in loop (x, i) while at s i == '+' || at s i == '-' do
       let (y, j) = term s (i + 1)
       in (if at s i == '+' then x + y else x - y, j)

def term (s: []u8) (i: i64) : (i64, i64) =
  let (x, i) = factor s i
  in loop (x, i) while at s i == '*' do
       let (y, j) = factor s (i + 1)
       in (x * y, j)

def factor (s: []u8) (i: i64) : (i64, i64) =
  if at s i == '('
  then let (x, j) = expression s (i + 1)
       in (x, j + 1)
  else (i64.u8 (at s i - '0'), i + 1)

def main (s: []u8) : i64 = (expression s 0).0
