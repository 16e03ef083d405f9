-- Sums in which arrays of irregular arrays are not in use, also as elements.
-- ==
-- entry: single
-- input { 1 2i64 } output { -1i64 }
-- input { 0 2i64 } output { 6i64 }
-- input { 0 0i64 } output { 0i64 }

-- ==
-- entry: several
-- input { 1 } output { [-1i64, -1i64] }
-- input { 0 } output { [-1i64, 6i64] }

type rows [n] = #some ([n][3][?]i32) | #none

def count [n] (rows: rows [n]) : i64 =
  match rows
  case #some r -> i64.sum (map (\m -> i64.sum (map length m)) r)
  case #none -> -1

def make (x: i32) (n: i64) : rows [n] =
  if x > 0 then #none else #some (replicate n ([[x], [], [x, x]] : [3][?]i32))

entry single (x: i32) (n: i64) : i64 = count (make x n)

entry several (x: i32) : [2]i64 = map count [#none, make x 2]
