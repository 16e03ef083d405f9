-- Operators that are words elsewhere.
def conjunction (x: bool) (y: bool) = x and y

def disjunction (x: bool) (y: bool) = not x or y

def remainder (x: i32) = x mod 2

def inequality (x: i32) (y: i32) = x /= y

def another (x: i32) (y: i32) = x <> y
