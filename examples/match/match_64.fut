-- A match with 64 branches in a map, of numbers and with parallelism in the branches, and the same with nested
-- conditions. Elements are sorted by their branch, so the number of branches does not matter.
--
-- Written by scripts/make-match-programs, which also computes what is expected.
-- Checklist: 21, 25.
-- ==
-- entry: by_match by_ifs
-- input { [0u8, 1u8, 2u8, 5u8, 63u8, 64u8, 63u8, 64u8, 200u8, 255u8] }
-- output { [1u8, 2u8, 3u8, 6u8, 64u8, 1u8, 64u8, 1u8, 9u8, 64u8] }
-- input { empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: rows
-- input { [0i64, 1i64, 63i64, 65i64, 0i64, 70i64]
--   [[1f32, 2f32, 3f32], [], [4f32], [1f32, 1f32], [10f32, 20f32, 30f32, 40f32], [5f32]] }
-- output { [6f32, 0f32, 7f32, 6f32, 100f32, 36f32] }
def one_match (z: u8) : u8 =
  match z % 64
  case 0 -> 1
  case 1 -> 2
  case 2 -> 3
  case 3 -> 4
  case 4 -> 5
  case 5 -> 6
  case 6 -> 7
  case 7 -> 8
  case 8 -> 9
  case 9 -> 10
  case 10 -> 11
  case 11 -> 12
  case 12 -> 13
  case 13 -> 14
  case 14 -> 15
  case 15 -> 16
  case 16 -> 17
  case 17 -> 18
  case 18 -> 19
  case 19 -> 20
  case 20 -> 21
  case 21 -> 22
  case 22 -> 23
  case 23 -> 24
  case 24 -> 25
  case 25 -> 26
  case 26 -> 27
  case 27 -> 28
  case 28 -> 29
  case 29 -> 30
  case 30 -> 31
  case 31 -> 32
  case 32 -> 33
  case 33 -> 34
  case 34 -> 35
  case 35 -> 36
  case 36 -> 37
  case 37 -> 38
  case 38 -> 39
  case 39 -> 40
  case 40 -> 41
  case 41 -> 42
  case 42 -> 43
  case 43 -> 44
  case 44 -> 45
  case 45 -> 46
  case 46 -> 47
  case 47 -> 48
  case 48 -> 49
  case 49 -> 50
  case 50 -> 51
  case 51 -> 52
  case 52 -> 53
  case 53 -> 54
  case 54 -> 55
  case 55 -> 56
  case 56 -> 57
  case 57 -> 58
  case 58 -> 59
  case 59 -> 60
  case 60 -> 61
  case 61 -> 62
  case 62 -> 63
  case _ -> 64

def ifs (z: u8) : u8 =
  let x = z % 64
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
     else if x == 7
     then 8
     else if x == 8
     then 9
     else if x == 9
     then 10
     else if x == 10
     then 11
     else if x == 11
     then 12
     else if x == 12
     then 13
     else if x == 13
     then 14
     else if x == 14
     then 15
     else if x == 15
     then 16
     else if x == 16
     then 17
     else if x == 17
     then 18
     else if x == 18
     then 19
     else if x == 19
     then 20
     else if x == 20
     then 21
     else if x == 21
     then 22
     else if x == 22
     then 23
     else if x == 23
     then 24
     else if x == 24
     then 25
     else if x == 25
     then 26
     else if x == 26
     then 27
     else if x == 27
     then 28
     else if x == 28
     then 29
     else if x == 29
     then 30
     else if x == 30
     then 31
     else if x == 31
     then 32
     else if x == 32
     then 33
     else if x == 33
     then 34
     else if x == 34
     then 35
     else if x == 35
     then 36
     else if x == 36
     then 37
     else if x == 37
     then 38
     else if x == 38
     then 39
     else if x == 39
     then 40
     else if x == 40
     then 41
     else if x == 41
     then 42
     else if x == 42
     then 43
     else if x == 43
     then 44
     else if x == 44
     then 45
     else if x == 45
     then 46
     else if x == 46
     then 47
     else if x == 47
     then 48
     else if x == 48
     then 49
     else if x == 49
     then 50
     else if x == 50
     then 51
     else if x == 51
     then 52
     else if x == 52
     then 53
     else if x == 53
     then 54
     else if x == 54
     then 55
     else if x == 55
     then 56
     else if x == 56
     then 57
     else if x == 57
     then 58
     else if x == 58
     then 59
     else if x == 59
     then 60
     else if x == 60
     then 61
     else if x == 61
     then 62
     else if x == 62
     then 63
     else 64

def row_total [n] (kind: i64) (xs: [n]f32) : f32 =
  match kind % 64
  case 0 -> f32.sum (map (\x -> x * 1 + 0) xs)
  case 1 -> f32.sum (map (\x -> x * 2 + 1) xs)
  case 2 -> f32.sum (map (\x -> x * 3 + 2) xs)
  case 3 -> f32.sum (map (\x -> x * 4 + 3) xs)
  case 4 -> f32.sum (map (\x -> x * 5 + 4) xs)
  case 5 -> f32.sum (map (\x -> x * 6 + 0) xs)
  case 6 -> f32.sum (map (\x -> x * 7 + 1) xs)
  case 7 -> f32.sum (map (\x -> x * 1 + 2) xs)
  case 8 -> f32.sum (map (\x -> x * 2 + 3) xs)
  case 9 -> f32.sum (map (\x -> x * 3 + 4) xs)
  case 10 -> f32.sum (map (\x -> x * 4 + 0) xs)
  case 11 -> f32.sum (map (\x -> x * 5 + 1) xs)
  case 12 -> f32.sum (map (\x -> x * 6 + 2) xs)
  case 13 -> f32.sum (map (\x -> x * 7 + 3) xs)
  case 14 -> f32.sum (map (\x -> x * 1 + 4) xs)
  case 15 -> f32.sum (map (\x -> x * 2 + 0) xs)
  case 16 -> f32.sum (map (\x -> x * 3 + 1) xs)
  case 17 -> f32.sum (map (\x -> x * 4 + 2) xs)
  case 18 -> f32.sum (map (\x -> x * 5 + 3) xs)
  case 19 -> f32.sum (map (\x -> x * 6 + 4) xs)
  case 20 -> f32.sum (map (\x -> x * 7 + 0) xs)
  case 21 -> f32.sum (map (\x -> x * 1 + 1) xs)
  case 22 -> f32.sum (map (\x -> x * 2 + 2) xs)
  case 23 -> f32.sum (map (\x -> x * 3 + 3) xs)
  case 24 -> f32.sum (map (\x -> x * 4 + 4) xs)
  case 25 -> f32.sum (map (\x -> x * 5 + 0) xs)
  case 26 -> f32.sum (map (\x -> x * 6 + 1) xs)
  case 27 -> f32.sum (map (\x -> x * 7 + 2) xs)
  case 28 -> f32.sum (map (\x -> x * 1 + 3) xs)
  case 29 -> f32.sum (map (\x -> x * 2 + 4) xs)
  case 30 -> f32.sum (map (\x -> x * 3 + 0) xs)
  case 31 -> f32.sum (map (\x -> x * 4 + 1) xs)
  case 32 -> f32.sum (map (\x -> x * 5 + 2) xs)
  case 33 -> f32.sum (map (\x -> x * 6 + 3) xs)
  case 34 -> f32.sum (map (\x -> x * 7 + 4) xs)
  case 35 -> f32.sum (map (\x -> x * 1 + 0) xs)
  case 36 -> f32.sum (map (\x -> x * 2 + 1) xs)
  case 37 -> f32.sum (map (\x -> x * 3 + 2) xs)
  case 38 -> f32.sum (map (\x -> x * 4 + 3) xs)
  case 39 -> f32.sum (map (\x -> x * 5 + 4) xs)
  case 40 -> f32.sum (map (\x -> x * 6 + 0) xs)
  case 41 -> f32.sum (map (\x -> x * 7 + 1) xs)
  case 42 -> f32.sum (map (\x -> x * 1 + 2) xs)
  case 43 -> f32.sum (map (\x -> x * 2 + 3) xs)
  case 44 -> f32.sum (map (\x -> x * 3 + 4) xs)
  case 45 -> f32.sum (map (\x -> x * 4 + 0) xs)
  case 46 -> f32.sum (map (\x -> x * 5 + 1) xs)
  case 47 -> f32.sum (map (\x -> x * 6 + 2) xs)
  case 48 -> f32.sum (map (\x -> x * 7 + 3) xs)
  case 49 -> f32.sum (map (\x -> x * 1 + 4) xs)
  case 50 -> f32.sum (map (\x -> x * 2 + 0) xs)
  case 51 -> f32.sum (map (\x -> x * 3 + 1) xs)
  case 52 -> f32.sum (map (\x -> x * 4 + 2) xs)
  case 53 -> f32.sum (map (\x -> x * 5 + 3) xs)
  case 54 -> f32.sum (map (\x -> x * 6 + 4) xs)
  case 55 -> f32.sum (map (\x -> x * 7 + 0) xs)
  case 56 -> f32.sum (map (\x -> x * 1 + 1) xs)
  case 57 -> f32.sum (map (\x -> x * 2 + 2) xs)
  case 58 -> f32.sum (map (\x -> x * 3 + 3) xs)
  case 59 -> f32.sum (map (\x -> x * 4 + 4) xs)
  case 60 -> f32.sum (map (\x -> x * 5 + 0) xs)
  case 61 -> f32.sum (map (\x -> x * 6 + 1) xs)
  case 62 -> f32.sum (map (\x -> x * 7 + 2) xs)
  case _ -> f32.sum (map (\x -> x * 1 + 3) xs)

entry by_match [n] (xs: [n]u8) : [n]u8 = map one_match xs
entry by_ifs [n] (xs: [n]u8) : [n]u8 = map ifs xs
entry rows [n] (kinds: [n]i64) (xss: [n][?]f32) : [n]f32 = map2 row_total kinds xss
