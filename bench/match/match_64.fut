-- 64 branches, by a match and by nested conditions: of numbers, and with a reduction in each branch, for rows of any
-- length. `bench/run match` compares them.
-- Written by scripts/make-match-programs.
-- ==
-- entry: elements_match elements_ifs
-- nobench input { [0u8, 15u8, 30u8, 45u8, 60u8, 63u8, 64u8, 75u8, 90u8, 105u8, 120u8, 135u8, 150u8, 165u8, 180u8, 195u8, 210u8, 225u8, 240u8, 255u8] }
-- output { [2u8, 6u8, 9u8, 50u8, 90u8, 21u8, 66u8, 15u8, 3u8, 24u8, 28u8, 213u8, 29u8, 22u8, 196u8, 48u8, 27u8, 32u8, 244u8, 78u8] }

-- ==
-- entry: rows_match rows_ifs
-- nobench input { [0u8, 1u8, 2u8, 65u8, 3u8] [[1f32, 2f32], empty([0]f32), [4f32], [1f32, 1f32, 1f32], [10f32]] }
-- output { [39f32, 0f32, 16f32, 24f32, -79f32] }
def element_by_match (x: u8) : u8 =
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

def element_by_ifs (x: u8) : u8 =
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

def row_by_match [n] (kind: u8) (xs: [n]f32) : f32 =
  match kind % 64
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
  case 15 -> f32.sum (map (\x -> f32.abs (8 - (f32.abs x + 3))) xs)
  case 16 -> f32.sum (map (\x -> ((6 - (x + 8)) + 4) * 2) xs)
  case 17 -> f32.sum (map (\x -> 5 - (f32.abs (x * 4) * 7)) xs)
  case 18 -> f32.sum (map (\x -> f32.abs (3 - ((7 - x) + 5))) xs)
  case 19 -> f32.sum (map (\x -> f32.abs (f32.abs x * 8) + 4) xs)
  case 20 -> f32.sum (map (\x -> 7 - (f32.abs (x + 6) * 2)) xs)
  case 21 -> f32.sum (map (\x -> f32.abs (5 - ((x * 2) + 7))) xs)
  case 22 -> f32.sum (map (\x -> f32.abs ((5 - x) * 3) + 6) xs)
  case 23 -> f32.sum (map (\x -> ((6 - f32.abs x) + 4) * 2) xs)
  case 24 -> f32.sum (map (\x -> (((x + 4) * 2) + 7) * 5) xs)
  case 25 -> f32.sum (map (\x -> 8 - ((5 - (x * 7)) * 3)) xs)
  case 26 -> f32.sum (map (\x -> f32.abs (6 - f32.abs (3 - x))) xs)
  case 27 -> f32.sum (map (\x -> f32.abs (f32.abs x + 4) + 7) xs)
  case 28 -> f32.sum (map (\x -> 3 - ((7 - (x + 2)) * 5)) xs)
  case 29 -> f32.sum (map (\x -> f32.abs (8 - f32.abs (x * 5))) xs)
  case 30 -> f32.sum (map (\x -> f32.abs ((8 - x) + 6) + 2) xs)
  case 31 -> f32.sum (map (\x -> ((f32.abs x * 2) + 7) * 5) xs)
  case 32 -> f32.sum (map (\x -> f32.abs (3 - f32.abs (x + 7))) xs)
  case 33 -> f32.sum (map (\x -> f32.abs ((x * 3) + 8) + 4) xs)
  case 34 -> f32.sum (map (\x -> (((6 - x) * 4) + 2) * 7) xs)
  case 35 -> f32.sum (map (\x -> 3 - ((7 - f32.abs x) * 5)) xs)
  case 36 -> f32.sum (map (\x -> (8 - ((x + 5) * 3)) + 6) xs)
  case 37 -> f32.sum (map (\x -> f32.abs (6 - (x * 8)) * 2) xs)
  case 38 -> f32.sum (map (\x -> 5 - (f32.abs (4 - x) + 7)) xs)
  case 39 -> f32.sum (map (\x -> f32.abs ((f32.abs x + 5) * 3)) xs)
  case 40 -> f32.sum (map (\x -> f32.abs (8 - (x + 3)) * 4) xs)
  case 41 -> f32.sum (map (\x -> 7 - (f32.abs (x * 6) + 2)) xs)
  case 42 -> f32.sum (map (\x -> f32.abs (((2 - x) + 7) * 5)) xs)
  case 43 -> f32.sum (map (\x -> (8 - (f32.abs x * 3)) + 6) xs)
  case 44 -> f32.sum (map (\x -> 2 - (f32.abs (x + 8) + 4)) xs)
  case 45 -> f32.sum (map (\x -> f32.abs (((x * 4) + 2) * 7)) xs)
  case 46 -> f32.sum (map (\x -> (3 - ((7 - x) * 5)) + 8) xs)
  case 47 -> f32.sum (map (\x -> f32.abs (8 - f32.abs x) * 4) xs)
  case 48 -> f32.sum (map (\x -> f32.abs ((x + 6) * 4) * 7) xs)
  case 49 -> f32.sum (map (\x -> 3 - ((7 - (x * 2)) + 5)) xs)
  case 50 -> f32.sum (map (\x -> f32.abs (f32.abs (5 - x) * 8)) xs)
  case 51 -> f32.sum (map (\x -> (4 - (f32.abs x + 6)) + 2) xs)
  case 52 -> f32.sum (map (\x -> 5 - ((2 - (x + 4)) + 7)) xs)
  case 53 -> f32.sum (map (\x -> f32.abs (f32.abs (x * 7) * 3)) xs)
  case 54 -> f32.sum (map (\x -> (6 - ((3 - x) + 8)) + 4) xs)
  case 55 -> f32.sum (map (\x -> f32.abs (f32.abs x * 4) * 7) xs)
  case 56 -> f32.sum (map (\x -> f32.abs (f32.abs (x + 2) * 5)) xs)
  case 57 -> f32.sum (map (\x -> (8 - ((x * 5) + 3)) + 6) xs)
  case 58 -> f32.sum (map (\x -> f32.abs ((8 - x) * 6) * 2) xs)
  case 59 -> f32.sum (map (\x -> 5 - ((2 - f32.abs x) + 7)) xs)
  case 60 -> f32.sum (map (\x -> 8 - (((x + 7) * 5) + 3)) xs)
  case 61 -> f32.sum (map (\x -> f32.abs ((8 - (x * 3)) * 6)) xs)
  case 62 -> f32.sum (map (\x -> (2 - f32.abs (6 - x)) + 7) xs)
  case _ -> f32.sum (map (\x -> f32.abs (f32.abs x + 7) * 3) xs)

def row_by_ifs [n] (z: u8) (xs: [n]f32) : f32 =
  let kind = z % 64
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
     else if kind == 15
     then f32.sum (map (\x -> f32.abs (8 - (f32.abs x + 3))) xs)
     else if kind == 16
     then f32.sum (map (\x -> ((6 - (x + 8)) + 4) * 2) xs)
     else if kind == 17
     then f32.sum (map (\x -> 5 - (f32.abs (x * 4) * 7)) xs)
     else if kind == 18
     then f32.sum (map (\x -> f32.abs (3 - ((7 - x) + 5))) xs)
     else if kind == 19
     then f32.sum (map (\x -> f32.abs (f32.abs x * 8) + 4) xs)
     else if kind == 20
     then f32.sum (map (\x -> 7 - (f32.abs (x + 6) * 2)) xs)
     else if kind == 21
     then f32.sum (map (\x -> f32.abs (5 - ((x * 2) + 7))) xs)
     else if kind == 22
     then f32.sum (map (\x -> f32.abs ((5 - x) * 3) + 6) xs)
     else if kind == 23
     then f32.sum (map (\x -> ((6 - f32.abs x) + 4) * 2) xs)
     else if kind == 24
     then f32.sum (map (\x -> (((x + 4) * 2) + 7) * 5) xs)
     else if kind == 25
     then f32.sum (map (\x -> 8 - ((5 - (x * 7)) * 3)) xs)
     else if kind == 26
     then f32.sum (map (\x -> f32.abs (6 - f32.abs (3 - x))) xs)
     else if kind == 27
     then f32.sum (map (\x -> f32.abs (f32.abs x + 4) + 7) xs)
     else if kind == 28
     then f32.sum (map (\x -> 3 - ((7 - (x + 2)) * 5)) xs)
     else if kind == 29
     then f32.sum (map (\x -> f32.abs (8 - f32.abs (x * 5))) xs)
     else if kind == 30
     then f32.sum (map (\x -> f32.abs ((8 - x) + 6) + 2) xs)
     else if kind == 31
     then f32.sum (map (\x -> ((f32.abs x * 2) + 7) * 5) xs)
     else if kind == 32
     then f32.sum (map (\x -> f32.abs (3 - f32.abs (x + 7))) xs)
     else if kind == 33
     then f32.sum (map (\x -> f32.abs ((x * 3) + 8) + 4) xs)
     else if kind == 34
     then f32.sum (map (\x -> (((6 - x) * 4) + 2) * 7) xs)
     else if kind == 35
     then f32.sum (map (\x -> 3 - ((7 - f32.abs x) * 5)) xs)
     else if kind == 36
     then f32.sum (map (\x -> (8 - ((x + 5) * 3)) + 6) xs)
     else if kind == 37
     then f32.sum (map (\x -> f32.abs (6 - (x * 8)) * 2) xs)
     else if kind == 38
     then f32.sum (map (\x -> 5 - (f32.abs (4 - x) + 7)) xs)
     else if kind == 39
     then f32.sum (map (\x -> f32.abs ((f32.abs x + 5) * 3)) xs)
     else if kind == 40
     then f32.sum (map (\x -> f32.abs (8 - (x + 3)) * 4) xs)
     else if kind == 41
     then f32.sum (map (\x -> 7 - (f32.abs (x * 6) + 2)) xs)
     else if kind == 42
     then f32.sum (map (\x -> f32.abs (((2 - x) + 7) * 5)) xs)
     else if kind == 43
     then f32.sum (map (\x -> (8 - (f32.abs x * 3)) + 6) xs)
     else if kind == 44
     then f32.sum (map (\x -> 2 - (f32.abs (x + 8) + 4)) xs)
     else if kind == 45
     then f32.sum (map (\x -> f32.abs (((x * 4) + 2) * 7)) xs)
     else if kind == 46
     then f32.sum (map (\x -> (3 - ((7 - x) * 5)) + 8) xs)
     else if kind == 47
     then f32.sum (map (\x -> f32.abs (8 - f32.abs x) * 4) xs)
     else if kind == 48
     then f32.sum (map (\x -> f32.abs ((x + 6) * 4) * 7) xs)
     else if kind == 49
     then f32.sum (map (\x -> 3 - ((7 - (x * 2)) + 5)) xs)
     else if kind == 50
     then f32.sum (map (\x -> f32.abs (f32.abs (5 - x) * 8)) xs)
     else if kind == 51
     then f32.sum (map (\x -> (4 - (f32.abs x + 6)) + 2) xs)
     else if kind == 52
     then f32.sum (map (\x -> 5 - ((2 - (x + 4)) + 7)) xs)
     else if kind == 53
     then f32.sum (map (\x -> f32.abs (f32.abs (x * 7) * 3)) xs)
     else if kind == 54
     then f32.sum (map (\x -> (6 - ((3 - x) + 8)) + 4) xs)
     else if kind == 55
     then f32.sum (map (\x -> f32.abs (f32.abs x * 4) * 7) xs)
     else if kind == 56
     then f32.sum (map (\x -> f32.abs (f32.abs (x + 2) * 5)) xs)
     else if kind == 57
     then f32.sum (map (\x -> (8 - ((x * 5) + 3)) + 6) xs)
     else if kind == 58
     then f32.sum (map (\x -> f32.abs ((8 - x) * 6) * 2) xs)
     else if kind == 59
     then f32.sum (map (\x -> 5 - ((2 - f32.abs x) + 7)) xs)
     else if kind == 60
     then f32.sum (map (\x -> 8 - (((x + 7) * 5) + 3)) xs)
     else if kind == 61
     then f32.sum (map (\x -> f32.abs ((8 - (x * 3)) * 6)) xs)
     else if kind == 62
     then f32.sum (map (\x -> (2 - f32.abs (6 - x)) + 7) xs)
     else f32.sum (map (\x -> f32.abs (f32.abs x + 7) * 3) xs)

entry elements_match [n] (xs: [n]u8) : [n]u8 = map element_by_match xs
entry elements_ifs [n] (xs: [n]u8) : [n]u8 = map element_by_ifs xs
entry rows_match [n] (kinds: [n]u8) (xss: [n][?]f32) : [n]f32 = map2 row_by_match kinds xss
entry rows_ifs [n] (kinds: [n]u8) (xss: [n][?]f32) : [n]f32 = map2 row_by_ifs kinds xss
