-- The counter hides outer names.
def f (i: i32) = loop s = 0 for i < i do s + i
