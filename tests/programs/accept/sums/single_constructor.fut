-- One constructor only.
type wrapped = #w i32 i32
def f ((#w x y): wrapped) = x + y
def g = let (#w x y) : wrapped = #w 1 2 in x * y
