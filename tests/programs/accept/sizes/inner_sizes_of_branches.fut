-- Only the sizes that differ are unknown.
def f [m] (b: bool) (xss: [3][m]i32) : [][m]i32 = if b then xss else xss[:2]
