-- Rows of different lengths, inside of rows of one length.
#[foreign(cpu, f)]
def f [n] [m] (xs: [n][m][?]i32) : [n][m]i32 = map (map i32.sum) xs
