-- A match with 64 branches in a map, of numbers and with parallelism in the branches, and the same with nested
-- conditions. Elements are sorted by their branch, so the number of branches does not matter.
--
-- Written by scripts/make-match-programs, which also computes what is expected.
-- Checklist: 21, 25.
-- ==
-- entry: by_match by_ifs
-- input { [0u8, 5u8, 10u8, 15u8, 20u8, 25u8, 30u8, 35u8, 40u8, 45u8, 50u8, 55u8, 60u8, 63u8, 64u8, 65u8, 70u8, 75u8, 80u8, 85u8, 90u8, 95u8, 100u8, 105u8, 110u8, 115u8, 120u8, 125u8, 130u8, 135u8, 140u8, 145u8, 150u8, 155u8, 160u8, 165u8, 170u8, 175u8, 180u8, 185u8, 190u8, 195u8, 200u8, 205u8, 210u8, 215u8, 220u8, 225u8, 230u8, 235u8, 240u8, 245u8, 250u8, 255u8] }
-- output { [2u8, 1u8, 28u8, 6u8, 11u8, 246u8, 9u8, 109u8, 20u8, 50u8, 24u8, 126u8, 90u8, 21u8, 66u8, 69u8, 68u8, 15u8, 196u8, 60u8, 3u8, 9u8, 57u8, 24u8, 22u8, 18u8, 28u8, 62u8, 138u8, 213u8, 120u8, 235u8, 29u8, 21u8, 4u8, 22u8, 35u8, 32u8, 196u8, 174u8, 51u8, 48u8, 68u8, 202u8, 27u8, 64u8, 62u8, 32u8, 125u8, 139u8, 244u8, 13u8, 86u8, 78u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: rows
-- input { [0i64, 8i64, 16i64, 24i64, 32i64, 40i64, 48i64, 56i64, 64i64, 72i64, 80i64, 88i64, 96i64, 104i64, 112i64, 120i64, 63i64]
--   [[], [3f32], [6f32, 0f32], [2f32, 3f32, 4f32], [], [1f32], [4f32, 5f32], [0f32, 1f32, 2f32], [], [6f32], [2f32, 3f32], [5f32, 6f32, 0f32], [], [4f32], [0f32, 1f32], [3f32, 4f32, 5f32], []] }
-- output { [0f32, 96f32, -4f32, 315f32, 0f32, 16f32, 588f32, 45f32, 0f32, 114f32, -2f32, 335f32, 0f32, 4f32, 364f32, 90f32, 0f32] }
def one_match (x: u8) : u8 =
  match x % 64
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
  case 15 -> (x / 5) + 3
  case 16 -> (((x + 8) ^ 6) + 4) * 2
  case 17 -> (((x * 4) / 2) * 7) ^ 5
  case 18 -> (((x ^ 7) + 5) ^ 3) / 8
  case 19 -> (((x / 3) * 8) / 6) + 4
  case 20 -> (((x + 6) / 4) * 2) ^ 7
  case 21 -> (((x * 2) + 7) ^ 5) / 3
  case 22 -> (((x ^ 5) * 3) / 8) + 6
  case 23 -> (((x / 8) ^ 6) + 4) * 2
  case 24 -> (((x + 4) * 2) + 7) * 5
  case 25 -> (((x * 7) ^ 5) * 3) ^ 8
  case 26 -> (((x ^ 3) / 8) ^ 6) / 4
  case 27 -> (((x / 6) + 4) / 2) + 7
  case 28 -> (((x + 2) ^ 7) * 5) ^ 3
  case 29 -> (((x * 5) / 3) ^ 8) / 6
  case 30 -> (((x ^ 8) + 6) / 4) + 2
  case 31 -> (((x / 4) * 2) + 7) * 5
  case 32 -> (((x + 7) / 5) ^ 3) / 8
  case 33 -> (((x * 3) + 8) / 6) + 4
  case 34 -> (((x ^ 6) * 4) + 2) * 7
  case 35 -> (((x / 2) ^ 7) * 5) ^ 3
  case 36 -> (((x + 5) * 3) ^ 8) + 6
  case 37 -> (((x * 8) ^ 6) / 4) * 2
  case 38 -> (((x ^ 4) / 2) + 7) ^ 5
  case 39 -> (((x / 7) + 5) * 3) / 8
  case 40 -> (((x + 3) ^ 8) / 6) * 4
  case 41 -> (((x * 6) / 4) + 2) ^ 7
  case 42 -> (((x ^ 2) + 7) * 5) / 3
  case 43 -> (((x / 5) * 3) ^ 8) + 6
  case 44 -> (((x + 8) / 6) + 4) ^ 2
  case 45 -> (((x * 4) + 2) * 7) / 5
  case 46 -> (((x ^ 7) * 5) ^ 3) + 8
  case 47 -> (((x / 3) ^ 8) / 6) * 4
  case 48 -> (((x + 6) * 4) / 2) * 7
  case 49 -> (((x * 2) ^ 7) + 5) ^ 3
  case 50 -> (((x ^ 5) / 3) * 8) / 6
  case 51 -> (((x / 8) + 6) ^ 4) + 2
  case 52 -> (((x + 4) ^ 2) + 7) ^ 5
  case 53 -> (((x * 7) / 5) * 3) / 8
  case 54 -> (((x ^ 3) + 8) ^ 6) + 4
  case 55 -> (((x / 6) * 4) / 2) * 7
  case 56 -> (((x + 2) / 7) * 5) / 3
  case 57 -> (((x * 5) + 3) ^ 8) + 6
  case 58 -> (((x ^ 8) * 6) / 4) * 2
  case 59 -> (((x / 4) ^ 2) + 7) ^ 5
  case 60 -> (((x + 7) * 5) + 3) ^ 8
  case 61 -> (((x * 3) ^ 8) * 6) / 4
  case 62 -> (((x ^ 6) / 4) ^ 2) + 7
  case _ -> (((x / 2) + 7) / 5) * 3

def ifs (x: u8) : u8 =
  let kind = x % 64
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
     else if kind == 15
     then (x / 5) + 3
     else if kind == 16
     then (((x + 8) ^ 6) + 4) * 2
     else if kind == 17
     then (((x * 4) / 2) * 7) ^ 5
     else if kind == 18
     then (((x ^ 7) + 5) ^ 3) / 8
     else if kind == 19
     then (((x / 3) * 8) / 6) + 4
     else if kind == 20
     then (((x + 6) / 4) * 2) ^ 7
     else if kind == 21
     then (((x * 2) + 7) ^ 5) / 3
     else if kind == 22
     then (((x ^ 5) * 3) / 8) + 6
     else if kind == 23
     then (((x / 8) ^ 6) + 4) * 2
     else if kind == 24
     then (((x + 4) * 2) + 7) * 5
     else if kind == 25
     then (((x * 7) ^ 5) * 3) ^ 8
     else if kind == 26
     then (((x ^ 3) / 8) ^ 6) / 4
     else if kind == 27
     then (((x / 6) + 4) / 2) + 7
     else if kind == 28
     then (((x + 2) ^ 7) * 5) ^ 3
     else if kind == 29
     then (((x * 5) / 3) ^ 8) / 6
     else if kind == 30
     then (((x ^ 8) + 6) / 4) + 2
     else if kind == 31
     then (((x / 4) * 2) + 7) * 5
     else if kind == 32
     then (((x + 7) / 5) ^ 3) / 8
     else if kind == 33
     then (((x * 3) + 8) / 6) + 4
     else if kind == 34
     then (((x ^ 6) * 4) + 2) * 7
     else if kind == 35
     then (((x / 2) ^ 7) * 5) ^ 3
     else if kind == 36
     then (((x + 5) * 3) ^ 8) + 6
     else if kind == 37
     then (((x * 8) ^ 6) / 4) * 2
     else if kind == 38
     then (((x ^ 4) / 2) + 7) ^ 5
     else if kind == 39
     then (((x / 7) + 5) * 3) / 8
     else if kind == 40
     then (((x + 3) ^ 8) / 6) * 4
     else if kind == 41
     then (((x * 6) / 4) + 2) ^ 7
     else if kind == 42
     then (((x ^ 2) + 7) * 5) / 3
     else if kind == 43
     then (((x / 5) * 3) ^ 8) + 6
     else if kind == 44
     then (((x + 8) / 6) + 4) ^ 2
     else if kind == 45
     then (((x * 4) + 2) * 7) / 5
     else if kind == 46
     then (((x ^ 7) * 5) ^ 3) + 8
     else if kind == 47
     then (((x / 3) ^ 8) / 6) * 4
     else if kind == 48
     then (((x + 6) * 4) / 2) * 7
     else if kind == 49
     then (((x * 2) ^ 7) + 5) ^ 3
     else if kind == 50
     then (((x ^ 5) / 3) * 8) / 6
     else if kind == 51
     then (((x / 8) + 6) ^ 4) + 2
     else if kind == 52
     then (((x + 4) ^ 2) + 7) ^ 5
     else if kind == 53
     then (((x * 7) / 5) * 3) / 8
     else if kind == 54
     then (((x ^ 3) + 8) ^ 6) + 4
     else if kind == 55
     then (((x / 6) * 4) / 2) * 7
     else if kind == 56
     then (((x + 2) / 7) * 5) / 3
     else if kind == 57
     then (((x * 5) + 3) ^ 8) + 6
     else if kind == 58
     then (((x ^ 8) * 6) / 4) * 2
     else if kind == 59
     then (((x / 4) ^ 2) + 7) ^ 5
     else if kind == 60
     then (((x + 7) * 5) + 3) ^ 8
     else if kind == 61
     then (((x * 3) ^ 8) * 6) / 4
     else if kind == 62
     then (((x ^ 6) / 4) ^ 2) + 7
     else (((x / 2) + 7) / 5) * 3

def row_total [n] (kind: i64) (xs: [n]f32) : f32 =
  match kind % 64
  case 0 -> f32.sum (map (\x -> f32.abs (5 - ((x + 2) * 7))) xs)
  case 1 -> reduce f32.max 0 (map (\x -> f32.abs (3 - (x * 5)) + 6) xs)
  case 2 -> f32.sum (map (\x -> (f32.abs (8 - x) + 4) * 2) (filter (> 2) xs))
  case 3 -> f32.sum (scan (+) 0 (map (\x -> 5 - ((f32.abs x + 2) * 7)) xs))
  case 4 -> loop total = 0 for x in xs do total + (f32.abs (5 - (x + 7)) + 8)
  case 5 -> f32.sum (map2 (\x y -> ((f32.abs (x * 3) + 6) * 4) * y) xs (reverse xs))
  case 6 -> f32.sum (map (\x -> f32.sum (map (\y -> (7 - (((6 - x) + 4) * 2)) + y) xs)) xs)
  case 7 -> f32.sum (map (\x -> f32.abs (5 - (f32.abs x * 7))) (concat xs xs))
  case 8 -> f32.sum (map (\x -> (f32.abs (x + 5) + 8) * 6) xs)
  case 9 -> reduce f32.max 0 (map (\x -> 2 - (((x * 8) + 6) * 4)) xs)
  case 10 -> f32.sum (map (\x -> f32.abs (7 - ((4 - x) * 2))) (filter (> 2) xs))
  case 11 -> f32.sum (scan (+) 0 (map (\x -> f32.abs (5 - f32.abs x) + 8) xs))
  case 12 -> loop total = 0 for x in xs do total + (f32.abs ((x + 3) * 8) + 4)
  case 13 -> f32.sum (map2 (\x y -> (((4 - (x * 6)) + 2) * 7) * y) xs (reverse xs))
  case 14 -> f32.sum (map (\x -> f32.sum (map (\y -> (3 - (f32.abs (2 - x) * 5)) + y) xs)) xs)
  case 15 -> f32.sum (map (\x -> f32.abs (8 - (f32.abs x + 3))) (concat xs xs))
  case 16 -> f32.sum (map (\x -> ((6 - (x + 8)) + 4) * 2) xs)
  case 17 -> reduce f32.max 0 (map (\x -> 5 - (f32.abs (x * 4) * 7)) xs)
  case 18 -> f32.sum (map (\x -> f32.abs (3 - ((7 - x) + 5))) (filter (> 2) xs))
  case 19 -> f32.sum (scan (+) 0 (map (\x -> f32.abs (f32.abs x * 8) + 4) xs))
  case 20 -> loop total = 0 for x in xs do total + (7 - (f32.abs (x + 6) * 2))
  case 21 -> f32.sum (map2 (\x y -> f32.abs (5 - ((x * 2) + 7)) * y) xs (reverse xs))
  case 22 -> f32.sum (map (\x -> f32.sum (map (\y -> (f32.abs ((5 - x) * 3) + 6) + y) xs)) xs)
  case 23 -> f32.sum (map (\x -> ((6 - f32.abs x) + 4) * 2) (concat xs xs))
  case 24 -> f32.sum (map (\x -> (((x + 4) * 2) + 7) * 5) xs)
  case 25 -> reduce f32.max 0 (map (\x -> 8 - ((5 - (x * 7)) * 3)) xs)
  case 26 -> f32.sum (map (\x -> f32.abs (6 - f32.abs (3 - x))) (filter (> 2) xs))
  case 27 -> f32.sum (scan (+) 0 (map (\x -> f32.abs (f32.abs x + 4) + 7) xs))
  case 28 -> loop total = 0 for x in xs do total + (3 - ((7 - (x + 2)) * 5))
  case 29 -> f32.sum (map2 (\x y -> f32.abs (8 - f32.abs (x * 5)) * y) xs (reverse xs))
  case 30 -> f32.sum (map (\x -> f32.sum (map (\y -> (f32.abs ((8 - x) + 6) + 2) + y) xs)) xs)
  case 31 -> f32.sum (map (\x -> ((f32.abs x * 2) + 7) * 5) (concat xs xs))
  case 32 -> f32.sum (map (\x -> f32.abs (3 - f32.abs (x + 7))) xs)
  case 33 -> reduce f32.max 0 (map (\x -> f32.abs ((x * 3) + 8) + 4) xs)
  case 34 -> f32.sum (map (\x -> (((6 - x) * 4) + 2) * 7) (filter (> 2) xs))
  case 35 -> f32.sum (scan (+) 0 (map (\x -> 3 - ((7 - f32.abs x) * 5)) xs))
  case 36 -> loop total = 0 for x in xs do total + ((8 - ((x + 5) * 3)) + 6)
  case 37 -> f32.sum (map2 (\x y -> (f32.abs (6 - (x * 8)) * 2) * y) xs (reverse xs))
  case 38 -> f32.sum (map (\x -> f32.sum (map (\y -> (5 - (f32.abs (4 - x) + 7)) + y) xs)) xs)
  case 39 -> f32.sum (map (\x -> f32.abs ((f32.abs x + 5) * 3)) (concat xs xs))
  case 40 -> f32.sum (map (\x -> f32.abs (8 - (x + 3)) * 4) xs)
  case 41 -> reduce f32.max 0 (map (\x -> 7 - (f32.abs (x * 6) + 2)) xs)
  case 42 -> f32.sum (map (\x -> f32.abs (((2 - x) + 7) * 5)) (filter (> 2) xs))
  case 43 -> f32.sum (scan (+) 0 (map (\x -> (8 - (f32.abs x * 3)) + 6) xs))
  case 44 -> loop total = 0 for x in xs do total + (2 - (f32.abs (x + 8) + 4))
  case 45 -> f32.sum (map2 (\x y -> f32.abs (((x * 4) + 2) * 7) * y) xs (reverse xs))
  case 46 -> f32.sum (map (\x -> f32.sum (map (\y -> ((3 - ((7 - x) * 5)) + 8) + y) xs)) xs)
  case 47 -> f32.sum (map (\x -> f32.abs (8 - f32.abs x) * 4) (concat xs xs))
  case 48 -> f32.sum (map (\x -> f32.abs ((x + 6) * 4) * 7) xs)
  case 49 -> reduce f32.max 0 (map (\x -> 3 - ((7 - (x * 2)) + 5)) xs)
  case 50 -> f32.sum (map (\x -> f32.abs (f32.abs (5 - x) * 8)) (filter (> 2) xs))
  case 51 -> f32.sum (scan (+) 0 (map (\x -> (4 - (f32.abs x + 6)) + 2) xs))
  case 52 -> loop total = 0 for x in xs do total + (5 - ((2 - (x + 4)) + 7))
  case 53 -> f32.sum (map2 (\x y -> f32.abs (f32.abs (x * 7) * 3) * y) xs (reverse xs))
  case 54 -> f32.sum (map (\x -> f32.sum (map (\y -> ((6 - ((3 - x) + 8)) + 4) + y) xs)) xs)
  case 55 -> f32.sum (map (\x -> f32.abs (f32.abs x * 4) * 7) (concat xs xs))
  case 56 -> f32.sum (map (\x -> f32.abs (f32.abs (x + 2) * 5)) xs)
  case 57 -> reduce f32.max 0 (map (\x -> (8 - ((x * 5) + 3)) + 6) xs)
  case 58 -> f32.sum (map (\x -> f32.abs ((8 - x) * 6) * 2) (filter (> 2) xs))
  case 59 -> f32.sum (scan (+) 0 (map (\x -> 5 - ((2 - f32.abs x) + 7)) xs))
  case 60 -> loop total = 0 for x in xs do total + (8 - (((x + 7) * 5) + 3))
  case 61 -> f32.sum (map2 (\x y -> f32.abs ((8 - (x * 3)) * 6) * y) xs (reverse xs))
  case 62 -> f32.sum (map (\x -> f32.sum (map (\y -> ((2 - f32.abs (6 - x)) + 7) + y) xs)) xs)
  case _ -> f32.sum (map (\x -> f32.abs (f32.abs x + 7) * 3) (concat xs xs))

entry by_match [n] (xs: [n]u8) : [n]u8 = map one_match xs
entry by_ifs [n] (xs: [n]u8) : [n]u8 = map ifs xs
entry rows [n] (kinds: [n]i64) (xss: [n][?]f32) : [n]f32 = map2 row_total kinds xss
