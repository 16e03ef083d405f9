-- Other ways to write values: hexadecimal, binary, separators, signs.
-- ==
-- input { [0xFF, 0b101, 1_000, +7, -0x10] } output { [255, 5, 1000, 7, -16] }
def main (xs: []i32) = xs
