-- There are no negative unsigned numbers.
def x : u32 = -1
