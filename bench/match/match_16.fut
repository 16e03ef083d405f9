-- 16 branches, by a match and by nested conditions: of numbers, and with a reduction in each branch, for rows of any
-- length. `bench/run match` compares them.
-- Written by scripts/make-match-programs.
-- ==
-- entry: elements_match elements_ifs
-- nobench input { [0u8, 15u8, 16u8, 30u8, 45u8, 60u8, 75u8, 90u8, 105u8, 120u8, 135u8, 150u8, 165u8, 180u8, 195u8, 210u8, 225u8, 240u8, 255u8] }
-- output { [2u8, 6u8, 18u8, 4u8, 10u8, 248u8, 15u8, 188u8, 78u8, 41u8, 213u8, 148u8, 29u8, 190u8, 48u8, 218u8, 101u8, 242u8, 54u8] }

-- ==
-- entry: rows_match rows_ifs
-- nobench input { [0u8, 1u8, 2u8, 65u8, 3u8] [[1f32, 2f32], empty([0]f32), [4f32], [1f32, 1f32, 1f32], [10f32]] }
-- output { [39f32, 0f32, 16f32, 24f32, -79f32] }
def element_by_match (x: u8) : u8 =
  match x % 16
  case 0 -> x + 2
  case 1 -> x * 5
  case 2 -> x ^ 8
  case 3 -> x / 4
  case 4 -> (x + 7) ^ 5
  case 5 -> (x * 3) / 8
  case 6 -> (x ^ 6) + 4
  case 7 -> (x / 2) * 7
  case 8 -> (x + 5) / 3
  case 9 -> (x * 8) + 6
  case 10 -> (x ^ 4) * 2
  case 11 -> (x / 7) ^ 5
  case 12 -> (x + 3) * 8
  case 13 -> (x * 6) ^ 4
  case 14 -> (x ^ 2) / 7
  case _ -> (x / 5) + 3

def element_by_ifs (x: u8) : u8 =
  let kind = x % 16
  in if kind == 0
     then x + 2
     else if kind == 1
     then x * 5
     else if kind == 2
     then x ^ 8
     else if kind == 3
     then x / 4
     else if kind == 4
     then (x + 7) ^ 5
     else if kind == 5
     then (x * 3) / 8
     else if kind == 6
     then (x ^ 6) + 4
     else if kind == 7
     then (x / 2) * 7
     else if kind == 8
     then (x + 5) / 3
     else if kind == 9
     then (x * 8) + 6
     else if kind == 10
     then (x ^ 4) * 2
     else if kind == 11
     then (x / 7) ^ 5
     else if kind == 12
     then (x + 3) * 8
     else if kind == 13
     then (x * 6) ^ 4
     else if kind == 14
     then (x ^ 2) / 7
     else (x / 5) + 3

def row_by_match [n] (kind: u8) (xs: [n]f32) : f32 =
  match kind % 16
  case 0 -> f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
  case 1 -> f32.sum (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)
  case 2 -> f32.sum (map (\x -> (f32.abs (8 - x) + 4) * 2) xs)
  case 3 -> f32.sum (map (\x -> 5 - ((f32.abs x + 2) * 7)) xs)
  case 4 -> f32.sum (map (\x -> f32.abs (5 - (x + 7)) + 8) xs)
  case 5 -> f32.sum (map (\x -> (f32.abs (x * 3) + 6) * 4) xs)
  case 6 -> f32.sum (map (\x -> 7 - (((6 - x) + 4) * 2)) xs)
  case 7 -> f32.sum (map (\x -> f32.abs (5 - (f32.abs x * 7))) xs)
  case 8 -> f32.sum (map (\x -> (f32.abs (x + 5) + 8) * 6) xs)
  case 9 -> f32.sum (map (\x -> 2 - (((x * 8) + 6) * 4)) xs)
  case 10 -> f32.sum (map (\x -> f32.abs (7 - ((4 - x) * 2))) xs)
  case 11 -> f32.sum (map (\x -> f32.abs (5 - f32.abs x) + 8) xs)
  case 12 -> f32.sum (map (\x -> f32.abs ((x + 3) * 8) + 4) xs)
  case 13 -> f32.sum (map (\x -> ((4 - (x * 6)) + 2) * 7) xs)
  case 14 -> f32.sum (map (\x -> 3 - (f32.abs (2 - x) * 5)) xs)
  case _ -> f32.sum (map (\x -> f32.abs (8 - (f32.abs x + 3))) xs)

def row_by_ifs [n] (z: u8) (xs: [n]f32) : f32 =
  let kind = z % 16
  in if kind == 0
     then f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
     else if kind == 1
     then f32.sum (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)
     else if kind == 2
     then f32.sum (map (\x -> (f32.abs (8 - x) + 4) * 2) xs)
     else if kind == 3
     then f32.sum (map (\x -> 5 - ((f32.abs x + 2) * 7)) xs)
     else if kind == 4
     then f32.sum (map (\x -> f32.abs (5 - (x + 7)) + 8) xs)
     else if kind == 5
     then f32.sum (map (\x -> (f32.abs (x * 3) + 6) * 4) xs)
     else if kind == 6
     then f32.sum (map (\x -> 7 - (((6 - x) + 4) * 2)) xs)
     else if kind == 7
     then f32.sum (map (\x -> f32.abs (5 - (f32.abs x * 7))) xs)
     else if kind == 8
     then f32.sum (map (\x -> (f32.abs (x + 5) + 8) * 6) xs)
     else if kind == 9
     then f32.sum (map (\x -> 2 - (((x * 8) + 6) * 4)) xs)
     else if kind == 10
     then f32.sum (map (\x -> f32.abs (7 - ((4 - x) * 2))) xs)
     else if kind == 11
     then f32.sum (map (\x -> f32.abs (5 - f32.abs x) + 8) xs)
     else if kind == 12
     then f32.sum (map (\x -> f32.abs ((x + 3) * 8) + 4) xs)
     else if kind == 13
     then f32.sum (map (\x -> ((4 - (x * 6)) + 2) * 7) xs)
     else if kind == 14
     then f32.sum (map (\x -> 3 - (f32.abs (2 - x) * 5)) xs)
     else f32.sum (map (\x -> f32.abs (8 - (f32.abs x + 3))) xs)

entry elements_match [n] (xs: [n]u8) : [n]u8 = map element_by_match xs
entry elements_ifs [n] (xs: [n]u8) : [n]u8 = map element_by_ifs xs
entry rows_match [n] (kinds: [n]u8) (xss: [n][?]f32) : [n]f32 = map2 row_by_match kinds xss
entry rows_ifs [n] (kinds: [n]u8) (xss: [n][?]f32) : [n]f32 = map2 row_by_ifs kinds xss
