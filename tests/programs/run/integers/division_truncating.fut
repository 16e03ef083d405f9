-- `//` rounds towards zero and `%%` has the sign of the dividend.
-- ==
-- input { 7 2 } output { 3 1 }
-- input { -7 2 } output { -3 -1 }
-- input { 7 -2 } output { -3 1 }
-- input { -7 -2 } output { 3 -1 }
-- input { -6 2 } output { -3 0 }
-- input { 1 -3 } output { 0 1 }
-- input { -1 3 } output { 0 -1 }
def main (x: i32) (y: i32) = (x // y, x %% y)
