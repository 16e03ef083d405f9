-- One or several indices.
def f (xs: []i32) (xss: [][]i32) (i: i64) = xs[i] + xss[i, i] + xss[i][i] + (xss[i])[0]
def g (xsss: [][][]i32) = (xsss[0, 1], xsss[0, 1, 2], xsss[0])
