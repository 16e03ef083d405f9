-- Nor negated with a minus.
def f (x: bool) = -x
