def a = f 2. 1 + 2 .1 + 2. x
