-- A character needs its closing quote.
def x : u8 = 'a
