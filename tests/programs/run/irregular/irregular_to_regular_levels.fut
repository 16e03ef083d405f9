-- Coercion of an array that varies at two levels, and equality of one with itself.
-- ==
-- entry: fixed
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] }
-- output { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] }
-- input { [[[1, 2], [3, 4]], [[5, 6], [7]]] }
-- error: cannot match
-- input { [[[1, 2], [3, 4]], [[5, 6]]] }
-- error: cannot match

-- ==
-- entry: same
-- input { [[[1.0, 2.0], []], [[3.0]]] } output { true }
-- input { [[[1.0, 2.0], []], [[f64.nan]]] } output { false }

entry fixed (xsss: [][?][?]i32) : [2][2][2]i32 = xsss :> [2][2][2]i32

entry same (xsss: [][?][?]f64) : bool = xsss == xsss
