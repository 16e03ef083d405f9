-- Checks that hold may be switched off by an attribute.
-- Checklist: 54.
-- ==
-- input { [1, 2, 3] [2i64, 0i64] } output { [3, 1] }
def main (xs: []i32) (is: []i64) : []i32 = map (\i -> #[unsafe] xs[i]) is
