-- Ranges are made of integers.
def f = 0.0..<1.0
