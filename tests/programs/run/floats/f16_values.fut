-- f16 values are read, computed with and printed.
-- ==
-- input { [1f16, 0.5f16, -2f16] } output { [1.5f16, 1.25f16, 0f16] }
-- input { [f16.inf, -f16.inf, f16.nan] } output { [f16.inf, -f16.inf, f16.nan] }
def main (xs: []f16) : []f16 = map (\x -> x / 2 + 1) xs
