-- Constants that depend on each other.
-- ==
-- input { 1 } output { 43 }
def a : i32 = 6
def b : i32 = a + 1
def c = a * b
def main (x: i32) : i32 = c + x
