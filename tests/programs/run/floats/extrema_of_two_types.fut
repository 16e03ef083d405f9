-- The smallest of floats and the largest of doubles, which are found in one loop.
-- ==
-- entry: extrema best
-- input { [2f32, 1f32, f32.nan, 3f32] [3f64, f64.nan, 5f64, 4f64] } output { 1f32 5f64 }
-- input { [f32.nan] [f64.nan] } output { f32.inf -f64.inf }
-- input { empty([0]f32) empty([0]f64) } output { f32.inf -f64.inf }
-- input { [9f32, 8f32, 7f32, 6f32, 5f32, 4f32, 3f32, 2f32, f32.nan, 9f32, 8f32, 7f32, 6f32, 5f32, 4f32, 3f32, 2.5f32, 2f32, 1f32, 9f32]
--         [9f64, 8f64, 7f64, 6f64, 5f64, 4f64, 3f64, 2f64, f64.nan, 9f64, 8f64, 7f64, 6f64, 5f64, 4f64, 3f64, 2.5f64, 2f64, 11f64, 9f64] }
-- output { 1f32 11f64 }

-- ==
-- entry: of_rows
-- input { [[2f32, 1f32], [4f32, f32.nan]] } output { [1f32, 4f32] [2f64, 4f64] }

-- ==
-- entry: of_halves
-- input { [2f16, 1f16, f16.nan] } output { 1f16 2f32 2f64 }

entry extrema [n] (xs: [n]f32) (ys: [n]f64) = (f32.minimum xs, f64.maximum ys)

entry best [n] (xs: [n]f32) (ys: [n]f64) =
  reduce (\a b -> (f32.min a.0 b.0, f64.max a.1 b.1)) (f32.inf, -f64.inf) (zip xs ys)

entry of_rows (xss: [][]f32) =
  unzip (map (\xs -> (f32.minimum xs, f64.maximum (map f64.f32 xs))) xss)

entry of_halves (xs: []f16) =
  (f16.minimum xs, f32.maximum (map f32.f16 xs), f64.maximum (map f64.f16 xs))
