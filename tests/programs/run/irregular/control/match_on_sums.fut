-- Matches on values of a sum type that hold arrays of any length, and on rows of values of a sum type.
-- Checklist: 61, 90.
-- ==
-- entry: shapes
-- input { empty([0]i64) empty([0][?]i64) } output { empty([0]i64) }
-- input { [1i64, 0i64, 5i64] [[], [], []] } output { [0i64, 0i64, 0i64] }
-- input { [1i64, 1i64, 3i64, 0i64, 2i64] [[3i64, -1i64, 2i64], [], [5i64], [], [0i64, 7i64]] }
-- output { [5i64, 0i64, 3i64, 0i64, 4i64] }
-- input { [2i64, 1i64, 1i64, 0i64] [[4i64], [-9i64, 28i64, 12i64, -4i64, -20i64, 17i64, 1i64, -15i64, 22i64, 6i64,
-- -10i64, 27i64, 11i64, -5i64, 32i64, 16i64, 0i64, -16i64, 21i64, 5i64, -11i64, 26i64, 10i64, -6i64, 31i64, 15i64,
-- -1i64, -17i64, 20i64, 4i64, -12i64, 25i64, 9i64, -7i64, 30i64, 14i64, -2i64, -18i64, 19i64, 3i64], [], [9i64]] }
-- output { [2i64, 404i64, 0i64, 0i64] }

-- ==
-- entry: instructions
-- input { empty([0][?]i32) } output { empty([0]i32) }
-- input { [[], []] } output { [1, 1] }
-- input { [[1, -3, 0], [], [0, 0, 5, -2], [7]] } output { [-6, 1, 12, 8] }
type figure [k] = #empty | #numbers [k]i64 | #repeated i64 i64

def figure_of (k: i64) (xs: []i64) : ?[l].figure [l] =
  let kept = filter (> 0) xs
  in if k == 0 then #empty else if k == 1 then #numbers kept else #repeated k (length xs)

def total [l] (f: figure [l]) : i64 =
  match f
  case #empty -> 0
  case #numbers xs -> i64.sum xs
  case #repeated times value -> i64.sum (replicate times value)

entry shapes [n] (ks: [n]i64) (xss: [n][?]i64) : [n]i64 =
  map2 (\k xs -> total (figure_of k xs)) ks xss

type instruction = #add i32 | #multiply i32 | #negate

-- Each row is a program that is run on its own.
entry instructions [n] (codes: [n][?]i32) : [n]i32 =
  let decode (c: i32) : instruction =
    if c == 0 then #negate else if c > 0 then #add c else #multiply (-c)
  let programs: [n][?]instruction = map (map decode) codes
  in map (\program ->
            loop x = 1 for i in program do
              match i
              case #add k -> x + k
              case #multiply k -> x * k
              case #negate -> -x) programs
