-- Irregular arrays from both branches of an `if`.
-- ==
-- input { true } output { [[1], [2, 3]] }
-- input { false } output { [[], [4]] }
def main (p: bool) : [2][?]i32 = if p then [[1], [2, 3]] else [[], [4]]
