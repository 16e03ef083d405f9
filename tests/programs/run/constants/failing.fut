-- A constant that fails when it is computed stops the program.
-- ==
-- input { 1i64 } error: out of bounds
def table : [3]i32 = [1, 2, 3]
def wrong : i32 = table[opaque 5i64]
def main (i: i64) : i32 = table[i] + wrong
