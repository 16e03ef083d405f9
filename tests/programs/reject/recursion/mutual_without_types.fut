-- The types of functions that are used before they are defined must be written.
def is_even n = if n == 0i64 then true else is_odd (n - 1)
def is_odd n = if n == 0i64 then false else is_even (n - 1)
