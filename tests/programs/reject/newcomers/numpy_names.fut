-- Names of functions that arrays have elsewhere.
def blank (n: i64) : [n]f32 = np.zeros n

def others (n: i64) : [n]f32 = zeros n

def numbers (n: i64) = range n

def count (xs: []i32) = len(xs)

def sums (xs: []f32) = cumsum xs

def pairs (xs: []i32) = enumerate xs

def shown (x: i32) = print x
