-- A comment in the middle of a line.
def commented = 1 /* the first */
