-- Two operators in a row.
def x = 1 + * 2
