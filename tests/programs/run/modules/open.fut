-- `open` brings names into scope and hides older ones.
-- ==
-- input { 1 } output { 11 101 }
module ten = { def add (x: i32) : i32 = x + 10 }
module hundred = { def add (x: i32) : i32 = x + 100 }
open ten
def first (x: i32) : i32 = add x
open hundred
def main (x: i32) = (first x, add x)
