-- Sizes that are projections.
def f (r: {n: i64, x: i32}) : [r.n]i32 = replicate r.n r.x
