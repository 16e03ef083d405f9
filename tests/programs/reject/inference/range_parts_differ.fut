-- So have the parts of a range.
def f (n: i32) (m: i64) = n..<m
