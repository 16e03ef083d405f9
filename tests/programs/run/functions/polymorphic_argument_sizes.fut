-- A function parameter that works for one size only, fixed by another argument.
-- ==
-- input { [3, 1, 2] } output { [2, 1, 3] [3, 4, 6] }
def on_whole [n] 'a 'b (f: [n]a -> [n]b) (xs: [n]a) : [n]b = f xs
def main (xs: []i32) = (on_whole reverse xs, on_whole (scan (+) 0) xs)
