-- Slices and indices can be mixed.
def f [n] [m] (xss: [n][m]i32) = (xss[0, :], xss[:, 0], xss[:2, 1:], xss[::2, ::-1], xss[1:2])
