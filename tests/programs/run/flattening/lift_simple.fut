-- A function from scalars to scalars, lifted.
-- Checklist: 13, 20.
-- ==
-- input { [1, 2, 3] } output { [3, 5, 7] }
#[noinline]
def f (x: i32) : i32 = 2 * x + 1

def main (xs: []i32) : []i32 = map f xs
