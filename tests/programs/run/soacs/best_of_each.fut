-- A histogram of pairs of different sizes: the largest number of each class, and where it stands.
-- ==
-- input { 4i64 [3f32, 1f32, 4f32, 1f32, 5f32, 9f32, 2f32, 6f32, 5f32, 3f32] }
-- output { [5f32, 9f32, 4f32, 6f32] [4i64, 5i64, 2i64, 7i64] }
-- input { 2i64 empty([0]f32) }
-- output { [0f32, 0f32] [0i64, 0i64] }

def better (a: f32, i: i64) (b: f32, j: i64) : (f32, i64) =
  if a < b || (a == b && j < i) then (b, j) else (a, i)

entry main [n] (k: i64) (xs: [n]f32) : ([k]f32, [k]i64) =
  unzip (reduce_by_index (replicate k (0, 0)) better (f32.lowest, -1) (map (% k) (iota n)) (zip xs (iota n)))
