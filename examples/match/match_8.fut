-- A match with 8 branches in a map, of numbers and with parallelism in the branches, and the same with nested
-- conditions. Elements are sorted by their branch, so the number of branches does not matter.
--
-- Written by scripts/make-match-programs, which also computes what is expected.
-- Checklist: 21, 25.
-- ==
-- entry: by_match by_ifs
-- input { [0u8, 5u8, 7u8, 8u8, 10u8, 15u8, 20u8, 25u8, 30u8, 35u8, 40u8, 45u8, 50u8, 55u8, 60u8, 63u8, 64u8, 65u8, 70u8, 75u8, 80u8, 85u8, 90u8, 95u8, 100u8, 105u8, 110u8, 115u8, 120u8, 125u8, 130u8, 135u8, 140u8, 145u8, 150u8, 155u8, 160u8, 165u8, 170u8, 175u8, 180u8, 185u8, 190u8, 195u8, 200u8, 205u8, 210u8, 215u8, 220u8, 225u8, 230u8, 235u8, 240u8, 245u8, 250u8, 255u8] }
-- output { [2u8, 1u8, 21u8, 10u8, 2u8, 49u8, 30u8, 125u8, 28u8, 8u8, 42u8, 16u8, 58u8, 189u8, 70u8, 217u8, 66u8, 69u8, 68u8, 18u8, 82u8, 31u8, 82u8, 73u8, 110u8, 13u8, 108u8, 28u8, 122u8, 14u8, 138u8, 213u8, 150u8, 213u8, 148u8, 38u8, 162u8, 29u8, 162u8, 97u8, 190u8, 157u8, 188u8, 48u8, 202u8, 12u8, 218u8, 237u8, 230u8, 101u8, 228u8, 58u8, 242u8, 27u8, 242u8, 121u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: rows
-- input { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64, 13i64, 14i64, 15i64, 7i64]
--   [[], [3f32], [6f32, 0f32], [2f32, 3f32, 4f32], [], [1f32], [4f32, 5f32], [0f32, 1f32, 2f32], [], [6f32], [2f32, 3f32], [5f32, 6f32, 0f32], [], [4f32], [0f32, 1f32], [3f32, 4f32, 5f32], []] }
-- output { [0f32, 18f32, 12f32, -166f32, 0f32, 36f32, 2f32, 32f32, 0f32, 33f32, 18f32, -243f32, 0f32, 288f32, -46f32, 138f32, 0f32] }
def one_match (x: u8) : u8 =
  match x % 8
  case 0 -> x + 2
  case 1 -> x * 5
  case 2 -> x ^ 8
  case 3 -> x / 4
  case 4 -> (x + 7) ^ 5
  case 5 -> (x * 3) / 8
  case 6 -> (x ^ 6) + 4
  case _ -> (x / 2) * 7

def ifs (x: u8) : u8 =
  let kind = x % 8
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
     else (x / 2) * 7

def row_total [n] (kind: i64) (xs: [n]f32) : f32 =
  match kind % 8
  case 0 -> f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
  case 1 -> reduce f32.max 0 (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)
  case 2 -> f32.sum (map (\x -> (f32.abs (8 - x) + 4) * 2) (filter (> 2) xs))
  case 3 -> f32.sum (scan (+) 0 (map (\x -> 5 - ((f32.abs x + 2) * 7)) xs))
  case 4 -> loop total = 0 for x in xs do total + (f32.abs (5 - (x + 7)) + 8)
  case 5 -> f32.sum (map2 (\x y -> ((f32.abs (x * 3) + 6) * 4) * y) xs (reverse xs))
  case 6 -> f32.sum (map (\x -> f32.sum (map (\y -> (7 - (((6 - x) + 4) * 2)) + y) xs)) xs)
  case _ -> f32.sum (map (\x -> f32.abs (5 - (f32.abs x * 7))) (concat xs xs))

entry by_match [n] (xs: [n]u8) : [n]u8 = map one_match xs
entry by_ifs [n] (xs: [n]u8) : [n]u8 = map ifs xs
entry rows [n] (kinds: [n]i64) (xss: [n][?]f32) : [n]f32 = map2 row_total kinds xss
