-- The type comes from the other operand.
def f (x: u8) = x + 300
