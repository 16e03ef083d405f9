def first (xs: *[]i32) : i32 = xs[0]
def twice 'a 'b (f: a -> b) (x: a) : (b, b) = (f x, f x)

def argument (xs: *[]i32) : (i32, i32) = twice first xs

def mapped (xss: [][3]i32) : []i32 = map first xss

def constant : []i32 -> i32 = first

def ascribed (xs: []i32) : i32 = (first : []i32 -> i32) xs
