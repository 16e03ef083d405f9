-- Operators of the modules of numbers are ordinary functions; that of `>>` on unsigned numbers copies the topmost bit.
-- ==
-- input { 200u8 2u8 } output { 202u8 100u8 242u8 50u8 true }
def main (x: u8) (y: u8) = ((u8.+) x y, x u8./ y, (u8.>>) x y, (u8.>>>) x y, x u8.> y)
