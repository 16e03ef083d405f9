-- Values have no methods.
def mapped (xs: []i32) = xs.map (\x -> x + 1)

def count (xs: []i32) = xs.length

def total [n] (xs: [n]f32) = xs.sum()

def dimensions [n] [m] (xs: [n][m]i32) = xs.shape

def head (xs: []i32) = xs.0

def composed = i32.sum . map (+ 1)

def part (p: (i32, i32)) = p[0]
