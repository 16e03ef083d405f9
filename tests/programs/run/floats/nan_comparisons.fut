-- A NaN is neither equal to nor less nor greater than anything, itself included; only `!=` holds.
-- ==
-- input { f64.nan 1f64 } output { false true false false false false }
-- input { 1f64 f64.nan } output { false true false false false false }
-- input { f64.nan f64.nan } output { false true false false false false }
-- input { 1f64 1f64 } output { true false false true false true }
def main (x: f64) (y: f64) = (x == y, x != y, x < y, x <= y, x > y, x >= y)
