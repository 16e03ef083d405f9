-- How functions are applied.
def add (x: i32) (y: i32) : i32 = x + y

def three : i32 = 3

def with_commas (x: i32) = add(x, 1)

def constant = three()

def three_arrays [n] (xs: [n]i32) (ys: [n]i32) = map (\x y -> x + y) xs ys

def operator_second (xs: []i32) = reduce 0 (+) xs

def subtraction (xs: []i32) = map (- 1) xs

def rows [n] (a: [n][n]f32) = f32.sum a

def tuples (ps: [](i32, i32)) = map (\x y -> x + y) ps
