-- So is the n of `let [n]`.
def f (x: i32) = let [n] y = x in y
