-- A function that is declared later can be called only from a circle.
def first (x: i32) : i32 = second x
def second (x: i32) : i32 = third x
def third (x: i32) : i32 = x
