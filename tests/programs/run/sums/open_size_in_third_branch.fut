-- A branch without a size beside branches whose sizes differ, or arise in them.
-- ==
-- input { 4i64 [0i64, 1i64, 2i64] } output { [4i64, 1i64, -1i64] }
-- entry: filtered
-- input { 4i64 [0i64, 1i64, 2i64] } output { [3i64, -1i64, -1i64] }
type~ row = #none | #row ([]i64)

def size (r: row) : i64 = match r case #none -> -1 case #row xs -> length xs

def row_of (n: i64) (x: i64) : (i64, row) =
  match x
  case 0 -> (x, (#row (replicate n 1) : row))
  case 1 -> (x, (#row [3] : row))
  case _ -> (x, (#none : row))

def positive (n: i64) (x: i64) : row =
  if x > 0 then #none else let xs = filter (> 0) (iota n) in #row xs

def none_first (n: i64) (x: i64) : row =
  match x
  case 1 -> #none
  case 2 -> #none
  case _ -> let xs = filter (> 0) (iota n) in #row xs

def main (n: i64) (xs: []i64) : []i64 = map (\x -> size (row_of n x).1) xs

entry filtered (n: i64) (xs: []i64) : []i64 =
  map (\x -> let s = size (positive n x) in assert (s == size (none_first n x)) s) xs
