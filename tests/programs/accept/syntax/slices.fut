-- Parts of a slice may be missing.
def f (xs: []i32) = (xs[:], xs[1:], xs[:2], xs[1:2], xs[::2], xs[::-1], xs[1:5:2], xs[5:1:-1], xs[:3:1])
def g (xss: [][]i32) = (xss[:, 0], xss[0, :], xss[1:, :2])
