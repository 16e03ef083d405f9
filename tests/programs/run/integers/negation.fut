-- Unary minus binds more tightly than any operator.
-- ==
-- input { 3 2 } output { -1 9 -6 5 }
def main (x: i32) (y: i32) = (-x + y, (-x) ** 2, -x * y, x - -y)
