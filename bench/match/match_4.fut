-- 4 branches, by a match and by nested conditions: of numbers, and with a reduction in each branch, for rows of any
-- length. `bench/run match` compares them.
-- Written by scripts/make-match-programs.
-- ==
-- entry: elements_match elements_ifs
-- nobench input { [0u8, 3u8, 4u8, 15u8, 30u8, 45u8, 60u8, 75u8, 90u8, 105u8, 120u8, 135u8, 150u8, 165u8, 180u8, 195u8, 210u8, 225u8, 240u8, 255u8] }
-- output { [2u8, 0u8, 6u8, 3u8, 22u8, 225u8, 62u8, 18u8, 82u8, 13u8, 122u8, 33u8, 158u8, 57u8, 182u8, 48u8, 218u8, 101u8, 242u8, 63u8] }

-- ==
-- entry: rows_match rows_ifs
-- nobench input { [0u8, 1u8, 2u8, 65u8, 3u8] [[1f32, 2f32], empty([0]f32), [4f32], [1f32, 1f32, 1f32], [10f32]] }
-- output { [39f32, 0f32, 16f32, 24f32, -79f32] }
def element_by_match (x: u8) : u8 =
  match x % 4
  case 0 -> x + 2
  case 1 -> x * 5
  case 2 -> x ^ 8
  case _ -> x / 4

def element_by_ifs (x: u8) : u8 =
  let kind = x % 4
  in if kind == 0
     then x + 2
     else if kind == 1
     then x * 5
     else if kind == 2
     then x ^ 8
     else x / 4

def row_by_match [n] (kind: u8) (xs: [n]f32) : f32 =
  match kind % 4
  case 0 -> f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
  case 1 -> f32.sum (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)
  case 2 -> f32.sum (map (\x -> (f32.abs (8 - x) + 4) * 2) xs)
  case _ -> f32.sum (map (\x -> 5 - ((f32.abs x + 2) * 7)) xs)

def row_by_ifs [n] (z: u8) (xs: [n]f32) : f32 =
  let kind = z % 4
  in if kind == 0
     then f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
     else if kind == 1
     then f32.sum (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)
     else if kind == 2
     then f32.sum (map (\x -> (f32.abs (8 - x) + 4) * 2) xs)
     else f32.sum (map (\x -> 5 - ((f32.abs x + 2) * 7)) xs)

entry elements_match [n] (xs: [n]u8) : [n]u8 = map element_by_match xs
entry elements_ifs [n] (xs: [n]u8) : [n]u8 = map element_by_ifs xs
entry rows_match [n] (kinds: [n]u8) (xss: [n][?]f32) : [n]f32 = map2 row_by_match kinds xss
entry rows_ifs [n] (kinds: [n]u8) (xss: [n][?]f32) : [n]f32 = map2 row_by_ifs kinds xss
