-- `%` of floats is that of the quotient rounded towards zero: it has the sign of the dividend.
-- ==
-- input { 7.5f64 2f64 } output { 1.5f64 }
-- input { -7.5f64 2f64 } output { -1.5f64 }
-- input { 7.5f64 -2f64 } output { 1.5f64 }
-- input { 1f64 0f64 } output { f64.nan }
def main (x: f64) (y: f64) : f64 = x % y
