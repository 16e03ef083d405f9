-- A match with 2 branches in a map, of numbers and with parallelism in the branches, and the same with nested
-- conditions. Elements are sorted by their branch, so the number of branches does not matter.
--
-- Written by scripts/make-match-programs, which also computes what is expected.
-- Checklist: 21, 25.
-- ==
-- entry: by_match by_ifs
-- input { [0u8, 1u8, 2u8, 5u8, 10u8, 15u8, 20u8, 25u8, 30u8, 35u8, 40u8, 45u8, 50u8, 55u8, 60u8, 63u8, 64u8, 65u8, 70u8, 75u8, 80u8, 85u8, 90u8, 95u8, 100u8, 105u8, 110u8, 115u8, 120u8, 125u8, 130u8, 135u8, 140u8, 145u8, 150u8, 155u8, 160u8, 165u8, 170u8, 175u8, 180u8, 185u8, 190u8, 195u8, 200u8, 205u8, 210u8, 215u8, 220u8, 225u8, 230u8, 235u8, 240u8, 245u8, 250u8, 255u8] }
-- output { [2u8, 5u8, 4u8, 25u8, 12u8, 75u8, 22u8, 125u8, 32u8, 175u8, 42u8, 225u8, 52u8, 19u8, 62u8, 59u8, 66u8, 69u8, 72u8, 119u8, 82u8, 169u8, 92u8, 219u8, 102u8, 13u8, 112u8, 63u8, 122u8, 113u8, 132u8, 163u8, 142u8, 213u8, 152u8, 7u8, 162u8, 57u8, 172u8, 107u8, 182u8, 157u8, 192u8, 207u8, 202u8, 1u8, 212u8, 51u8, 222u8, 101u8, 232u8, 151u8, 242u8, 201u8, 252u8, 251u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: rows
-- input { [0i64, 1i64, 2i64, 3i64, 1i64]
--   [[], [3f32], [6f32, 0f32], [2f32, 3f32, 4f32], []] }
-- output { [0f32, 18f32, 60f32, 23f32, 0f32] }
def one_match (x: u8) : u8 =
  match x % 2
  case 0 -> x + 2
  case _ -> x * 5

def ifs (x: u8) : u8 =
  let kind = x % 2
  in if kind == 0
     then x + 2
     else x * 5

def row_total [n] (kind: i64) (xs: [n]f32) : f32 =
  match kind % 2
  case 0 -> f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
  case _ -> reduce f32.max 0 (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)

entry by_match [n] (xs: [n]u8) : [n]u8 = map one_match xs
entry by_ifs [n] (xs: [n]u8) : [n]u8 = map ifs xs
entry rows [n] (kinds: [n]i64) (xss: [n][?]f32) : [n]f32 = map2 row_total kinds xss
