-- So is one of lifted type.
def go '^a (x: a) (use: a -> i32) (n: i32) : i32 = if n == 0 then use x else go x use (n - 1)
