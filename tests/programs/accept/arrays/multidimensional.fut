-- Rank three.
def f [n] [m] [k] (xsss: [n][m][k]f32) : [n][m]f32 = map (map f32.sum) xsss
def g (n: i64) = tabulate_3d n n n (\i j k -> i + j + k)
