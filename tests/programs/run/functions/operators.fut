-- User-defined operators take the precedence of their first characters; functions stand between backticks.
-- ==
-- input { 7 2 } output { 12 9 9 5 14 }
def (+^) (x: i32) (y: i32) : i32 = x + 2 * y - 1
def (*^) (x: i32) (y: i32) : i32 = x * y - 7
def minus (x: i32) (y: i32) : i32 = x - y
def main (x: i32) (y: i32) = (x +^ y *^ 5, x +^ 1 + 1, 1 + x +^ 1, x `minus` y, (x `minus` 0) * y)
