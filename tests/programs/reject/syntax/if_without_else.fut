-- Every if has an else.
def f (b: bool) = if b then 1
