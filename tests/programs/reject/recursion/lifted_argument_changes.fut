-- A lifted type may be a function type.
def go '^a (x: a) (f: a -> a) (n: i64) : i64 = if n == 0 then 0 else go (f x) f (n - 1)
