-- No token begins with this character.
def x = 1 @ 2
