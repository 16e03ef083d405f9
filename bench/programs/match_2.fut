-- A match with 2 branches, each of which reduces the row in another way: rows of any length, and branches that cost
-- the same.
-- Written by scripts/make-match-programs.
-- ==
-- nobench input { [0i64, 1i64, 2i64, 65i64, 3i64] [2i64, 0i64, 1i64, 3i64, 1i64] [1f32, 2f32, 4f32, 1f32, 1f32, 1f32, 10f32] }
-- output { [39f32, 0f32, 37f32, 24f32, 53f32] }
-- nobench input { empty([0]i64) empty([0]i64) empty([0]f32) } output { empty([0]f32) }
-- "power law" compiled script input { data 1000000i64 }
def row_total [n] (kind: i64) (xs: [n]f32) : f32 =
  match kind % 2
  case 0 -> f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
  case _ -> f32.sum (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)

entry main [n] [m] (kinds: [n]i64) (lengths: [n]i64) (xs: [m]f32) : [n]f32 =
  map2 row_total kinds (irregular.from_lengths lengths xs)

entry data (n: i64) : ([n]i64, [n]i64, []f32) =
  let lengths = map (\i -> 4 + 400 / (1 + (i * 7919) % 211)) (iota n)
  in (map (\i -> i * 31 % 1009) (iota n), lengths, replicate (i64.sum lengths) 0.5)
