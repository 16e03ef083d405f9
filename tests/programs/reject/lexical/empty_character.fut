-- There is no empty character.
def x : u8 = ''
