-- How many elements would it have?
def f = length (??? : []i32)
