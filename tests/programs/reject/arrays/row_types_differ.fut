-- Also in rows.
def xss = [[1i32], [true]]
