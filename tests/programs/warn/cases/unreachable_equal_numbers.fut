-- The same number in another form.
def f (x: i32) = match x case 16 -> 1i32 case 0x10 -> 2 case _ -> 3
