-- A match with 8 branches in a map, of numbers and with parallelism in the branches, and the same with nested
-- conditions. Elements are sorted by their branch, so the number of branches does not matter.
--
-- Written by scripts/make-match-programs, which also computes what is expected.
-- Checklist: 21, 25.
-- ==
-- entry: by_match by_ifs
-- input { [0u8, 1u8, 2u8, 5u8, 7u8, 8u8, 63u8, 64u8, 200u8, 255u8] }
-- output { [1u8, 2u8, 3u8, 6u8, 8u8, 1u8, 8u8, 1u8, 1u8, 8u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: rows
-- input { [0i64, 1i64, 7i64, 9i64, 0i64, 70i64]
--   [[1f32, 2f32, 3f32], [], [4f32], [1f32, 1f32], [10f32, 20f32, 30f32, 40f32], [5f32]] }
-- output { [6f32, 0f32, 6f32, 6f32, 100f32, 36f32] }
def one_match (z: u8) : u8 =
  match z % 8
  case 0 -> 1
  case 1 -> 2
  case 2 -> 3
  case 3 -> 4
  case 4 -> 5
  case 5 -> 6
  case 6 -> 7
  case _ -> 8

def ifs (z: u8) : u8 =
  let x = z % 8
  in if x == 0
     then 1
     else if x == 1
     then 2
     else if x == 2
     then 3
     else if x == 3
     then 4
     else if x == 4
     then 5
     else if x == 5
     then 6
     else if x == 6
     then 7
     else 8

def row_total [n] (kind: i64) (xs: [n]f32) : f32 =
  match kind % 8
  case 0 -> f32.sum (map (\x -> x * 1 + 0) xs)
  case 1 -> f32.sum (map (\x -> x * 2 + 1) xs)
  case 2 -> f32.sum (map (\x -> x * 3 + 2) xs)
  case 3 -> f32.sum (map (\x -> x * 4 + 3) xs)
  case 4 -> f32.sum (map (\x -> x * 5 + 4) xs)
  case 5 -> f32.sum (map (\x -> x * 6 + 0) xs)
  case 6 -> f32.sum (map (\x -> x * 7 + 1) xs)
  case _ -> f32.sum (map (\x -> x * 1 + 2) xs)

entry by_match [n] (xs: [n]u8) : [n]u8 = map one_match xs
entry by_ifs [n] (xs: [n]u8) : [n]u8 = map ifs xs
entry rows [n] (kinds: [n]i64) (xss: [n][?]f32) : [n]f32 = map2 row_total kinds xss
