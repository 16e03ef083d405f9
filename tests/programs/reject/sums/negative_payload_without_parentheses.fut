-- A negative payload needs parentheses.
def x : #a i32 | #b = #a -1
