type grid [n] [m] = [n][n]f32
