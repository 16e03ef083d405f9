-- Rows of two irregular arrays cannot be added up: nothing says that they are equally long.
def sums [n] (a: [n][?]i32) (b: [n][?]i32) : [n][?]i32 = map2 (map2 (+)) a b
