-- What is updated in place.
def one (xs: *[3]i32) = xs with [3] = 1

def inner (r: *{xs: [2]i32}) = r with xs[2] = 1

def bound (xs: *[3]i32) =
  let xs[4] = 1
  in xs

def fine (xs: *[3]i32) = xs with [2] = 1
