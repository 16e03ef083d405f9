-- Not every letter makes an escape.
def x = "a\qb"
