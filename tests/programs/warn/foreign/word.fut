-- A word that says nothing.
#[foreign(cpu, my_dot, fast)]
def dotp [n] (xs: [n]f32) : f32 = f32.sum xs
