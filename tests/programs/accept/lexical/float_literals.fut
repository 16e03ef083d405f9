-- With fraction, exponent, or both; underscores; hexadecimal.
def a = 1.0 + 1e3 + 1.5e-3 + 1e+3 + 2E5 + 1_0.0_1
def b = 0x1.8p3 + 0xA.0p0
def c = 0x1.0p-2
