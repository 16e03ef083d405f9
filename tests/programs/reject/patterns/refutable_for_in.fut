-- And their elements.
def f (xs: [](i32, bool)) = loop s = 0 for (x, true) in xs do s + x
