-- 2 branches, by a match and by nested conditions: of numbers, and with a reduction in each branch, for rows of any
-- length. `bench/run match` compares them.
-- Written by scripts/make-match-programs.
-- ==
-- entry: elements_match elements_ifs
-- nobench input { [0u8, 1u8, 2u8, 15u8, 30u8, 45u8, 60u8, 75u8, 90u8, 105u8, 120u8, 135u8, 150u8, 165u8, 180u8, 195u8, 210u8, 225u8, 240u8, 255u8] }
-- output { [2u8, 5u8, 4u8, 75u8, 32u8, 225u8, 62u8, 119u8, 92u8, 13u8, 122u8, 163u8, 152u8, 57u8, 182u8, 207u8, 212u8, 101u8, 242u8, 251u8] }

-- ==
-- entry: rows_match rows_ifs
-- nobench input { [0u8, 1u8, 2u8, 65u8, 3u8] [[1f32, 2f32], empty([0]f32), [4f32], [1f32, 1f32, 1f32], [10f32]] }
-- output { [39f32, 0f32, 37f32, 24f32, 53f32] }
def element_by_match (x: u8) : u8 =
  match x % 2
  case 0 -> x + 2
  case _ -> x * 5

def element_by_ifs (x: u8) : u8 =
  let kind = x % 2
  in if kind == 0
     then x + 2
     else x * 5

def row_by_match [n] (kind: u8) (xs: [n]f32) : f32 =
  match kind % 2
  case 0 -> f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
  case _ -> f32.sum (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)

def row_by_ifs [n] (z: u8) (xs: [n]f32) : f32 =
  let kind = z % 2
  in if kind == 0
     then f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
     else f32.sum (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)

entry elements_match [n] (xs: [n]u8) : [n]u8 = map element_by_match xs
entry elements_ifs [n] (xs: [n]u8) : [n]u8 = map element_by_ifs xs
entry rows_match [n] (kinds: [n]u8) (xss: [n][?]f32) : [n]f32 = map2 row_by_match kinds xss
entry rows_ifs [n] (kinds: [n]u8) (xss: [n][?]f32) : [n]f32 = map2 row_by_ifs kinds xss
