-- No space between # and the constructor's name.
def x : #a | #b = # a
