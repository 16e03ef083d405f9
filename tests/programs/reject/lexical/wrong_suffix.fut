-- There is no such type, and a name cannot begin with a digit.
def x = 1i33
