-- Nor can a record that contains one.
def id 't (x: t) : t = x
def f = id {g = \x -> x + 1i32}
