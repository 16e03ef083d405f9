-- Applying functions inside of branches is fine.
def f (b: bool) (g: i32 -> i32) (h: i32 -> i32) (x: i32) = if b then g x else h x
