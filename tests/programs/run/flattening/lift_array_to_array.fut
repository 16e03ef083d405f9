-- A function from arrays to arrays, lifted over irregular rows.
-- Checklist: 13, 17, 20.
-- ==
-- input { [[1, 2, 3], [], [4]] } output { [[1, 3, 6, 6], [0], [4, 4]] }
#[noinline]
def f [n] (xs: [n]i32) : [n + 1]i32 = scan (+) 0 xs ++ [i32.sum xs]

def main [w] (xss: [w][?]i32) : [w][?]i32 = map f xss
