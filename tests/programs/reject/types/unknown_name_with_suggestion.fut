-- A similar name is in scope.
def f (length_of_it: i32) = length_of_itt + 1
