-- K-means of points in a file, which is read again in every step.
-- Floats within 8 ulps: points are added up in another order.
-- ==
-- entry: from_memory in_memory
-- input { 3 [[0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32],
--            [1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32, 1f32]]
--           [[0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32],
--            [2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32, 2f32],
--            [4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32, 4f32]] }
-- output { [[0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32],
--           [3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32, 3f32]] }

def distance [d] (a: [d]f32) (b: [d]f32) : f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k] [d] (centres: [k][d]f32) (point: [d]f32) : i64 =
  (loop (best, least) = (0, f32.inf) for i < k do
     let far = distance centres[i] point
     in if far < least then (i, far) else (best, least)).0

-- Sums and numbers of points.
def add [d] ((a, m): ([d]f32, i32)) ((b, n): ([d]f32, i32)) : ([d]f32, i32) = (map2 (+) a b, m + n)

def means [k] [d] (old: [k][d]f32) (sums: [k]([d]f32, i32)) : [k][d]f32 =
  map2 (\centre (sum, n) -> if n == 0 then centre else map (/ f32.i32 n) sum) old sums

entry main [k] (steps: i32) (centres: [k][16]f32) (points: seq ([16]f32)) : [k][16]f32 =
  loop centres for _i < steps do
    seq.map (\point -> (nearest centres point, (point, 1))) points
    |> seq.hist add (replicate 16 0, 0) k
    |> means centres

entry in_memory [k] [n] (steps: i32) (centres: [k][16]f32) (points: [n][16]f32) : [k][16]f32 =
  loop centres for _i < steps do
    hist add
         (replicate 16 0, 0)
         k
         (map (nearest centres) points)
         (map (\point -> (point, 1)) points)
    |> means centres

-- For tests, whose input may be a pipe.
entry from_memory [k] [n] (steps: i32) (centres: [k][16]f32) (points: [n][16]f32) : [k][16]f32 =
  main steps centres (seq.of_array points)
