-- Decimal, hexadecimal, binary and Roman numbers; underscores between digits.
def decimal = 1_000_000i64
def hexadecimal = 0xFF + 0Xff + 0xDEAD_BEEFi64
def binary = 0b1010 + 0B1111_0000
def roman = 0rMCMXCIV + 0RIV
def zero = 0 + 00 + 007
def trailing_underscore = 1_ + 0xf_ + 0b1_
