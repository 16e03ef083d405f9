-- Characters as numbers of several types.
def a : u8 = 'ÿ'
def b : i32 = '€'
def c : f32 = 'a'
