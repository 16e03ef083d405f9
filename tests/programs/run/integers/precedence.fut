-- Precedence and associativity of the built-in operators; `&` and `|` bind equally.
-- ==
-- input { 2 3 4 } output { 14 -5 8 1 1 true }
def main (a: i32) (b: i32) (c: i32) =
  ( a + b * c
  , a - b - c
  , a ** b ** 1
  , a ** b % 7
  , a | b & c + 1
  , a + b == 5 && !(c < 4) || false
  )
