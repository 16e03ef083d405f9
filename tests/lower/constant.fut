-- What has no parameters is a constant function: it is computed once. A small one stands where it is used.
def small: i64 = 3
def table = map (\i -> i * i) (iota 100)

entry main (i: i64): i64 = table[i] + table[i / 2] + small
