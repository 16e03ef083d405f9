-- Three is not two.
def f : [2]i32 = [1, 2, 3]
