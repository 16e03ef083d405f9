-- Sizes of inputs are parameters. The first array that has a size says what it is, and the others are held to it.
entry main [n] [m] (a: [n][m]f32) (b: [m][n]f32) (c: [2]f32) = a[0, 0] + b[0, 0] + c[1]
