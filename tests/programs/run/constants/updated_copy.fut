-- A constant is copied before it is updated, so that it stays what it is.
-- ==
-- input { 9 } output { [9, 2, 3] [1, 2, 3] }
def table : [3]i32 = [1, 2, 3]
def main (x: i32) = (copy table with [0] = x, copy table)
