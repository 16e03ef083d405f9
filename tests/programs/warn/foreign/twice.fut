-- Two functions for one definition.
#[foreign(cpu, a)]
#[foreign(cpu, b)]
def dotp [n] (xs: [n]f32) : f32 = f32.sum xs
