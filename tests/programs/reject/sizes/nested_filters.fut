-- The sizes of several calls of one function are different.
def f (xsss: [][][]i32) = map (map (filter (> 0))) xsss
