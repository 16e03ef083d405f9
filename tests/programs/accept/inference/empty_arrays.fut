-- The element type comes from elsewhere.
def a = [] ++ [1i64]
def b : [0]bool = []
def c = length ([] : [0]i32)
