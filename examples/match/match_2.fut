-- A match with 2 branches in a map, of numbers and with parallelism in the branches, and the same with nested
-- conditions. Elements are sorted by their branch, so the number of branches does not matter.
--
-- Written by scripts/make-match-programs, which also computes what is expected.
-- Checklist: 21, 25.
-- ==
-- entry: by_match by_ifs
-- input { [0u8, 1u8, 2u8, 5u8, 1u8, 2u8, 63u8, 64u8, 200u8, 255u8] }
-- output { [1u8, 2u8, 1u8, 2u8, 2u8, 1u8, 2u8, 1u8, 1u8, 2u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: rows
-- input { [0i64, 1i64, 1i64, 3i64, 0i64, 70i64]
--   [[1f32, 2f32, 3f32], [], [4f32], [1f32, 1f32], [10f32, 20f32, 30f32, 40f32], [5f32]] }
-- output { [6f32, 0f32, 9f32, 6f32, 100f32, 5f32] }
def one_match (z: u8) : u8 =
  match z % 2
  case 0 -> 1
  case _ -> 2

def ifs (z: u8) : u8 =
  let x = z % 2
  in if x == 0
     then 1
     else 2

def row_total [n] (kind: i64) (xs: [n]f32) : f32 =
  match kind % 2
  case 0 -> f32.sum (map (\x -> x * 1 + 0) xs)
  case _ -> f32.sum (map (\x -> x * 2 + 1) xs)

entry by_match [n] (xs: [n]u8) : [n]u8 = map one_match xs
entry by_ifs [n] (xs: [n]u8) : [n]u8 = map ifs xs
entry rows [n] (kinds: [n]i64) (xss: [n][?]f32) : [n]f32 = map2 row_total kinds xss
