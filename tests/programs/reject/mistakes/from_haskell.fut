-- What people write who think in Haskell.
double :: i32 -> i32

def apply (x: i32) : i32 = i32.abs $ x + 1

def choose (x: i32) : i32 = case x of 1 -> 2

def outer (x: i32) : i32 = y + 1 where y = x

def compose = \x. x

def signature (x :: i32) = x

def lists (xs: [i32]) = xs
