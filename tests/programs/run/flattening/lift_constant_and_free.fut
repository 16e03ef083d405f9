-- Constant arguments and free variables of a lifted function are the same for all rows.
-- Checklist: 14, 20.
-- ==
-- input { 100 [[1, 2], [], [3]] } output { [113, 110, 113] }
#[noinline]
def f (k: i32) (c: i32) (xs: []i32) : i32 = k + c + i32.sum xs

def main (k: i32) (xss: [][?]i32) : []i32 = map (\xs -> f k 10 xs) xss
