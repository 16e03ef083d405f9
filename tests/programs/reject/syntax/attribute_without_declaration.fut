-- An attribute needs something to stand before.
def x = 1
#[inline]
