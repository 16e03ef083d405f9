-- Bits of integers.
def a (x: u32) = (u32.get_bit 3 x, u32.set_bit 3 x 1, x >> 1, x << 1, x & 1, x | 1, x ^ 1, !x)
