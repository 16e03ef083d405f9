-- Operators are made of many characters.
def (+++) (x: i32) (y: i32) = x + y
def (<=>) (x: i32) (y: i32) = i32.sgn (x - y)
def (|+|) (x: i32) (y: i32) = x * y
def (&&&) (x: i32) (y: i32) = x & y
def (!+) (x: i32) (y: i32) = x
def (%.) (x: i32) (y: i32) = x % y
def (^^) (x: i32) (y: i32) = x ^ y
def r = 1 +++ 2 <=> 3 |+| 4
