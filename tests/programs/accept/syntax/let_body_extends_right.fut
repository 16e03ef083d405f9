-- The body of a let goes as far right as possible.
def f (x: i32) = 1 + let y = x in y * 2 + 3
def g (x: i32) = (let y = x in y) * 2
