-- A type parameter need not occur in its abbreviation.
type tagged 'tag = i32
type^ marker '^a = {}
def x : tagged bool = 1
def y : tagged f32 = x
