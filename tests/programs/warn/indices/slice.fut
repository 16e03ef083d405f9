-- Bounds of slices. Others are silent.
def too_long (xs: [3]i32) = xs[1:4]

def all_but_last [n] (xs: [n]i32) = xs[:-1]

def last_two [n] (xs: [n]i32) = xs[-2:]

def backwards [n] (xs: [n]i32) = xs[3:1]

def fine [n] (xs: [n]i32) (ys: [3]i32) = (xs[1:4], ys[0:3], ys[3:3], ys[::-1], xs[3:1:-1])
