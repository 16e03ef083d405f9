-- What if it is the other constructor?
type opt = #none | #some i32
def f (x: opt) = let #some y = x in y
