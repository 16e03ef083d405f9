-- Elements that a reduction has found, written where it has found them.
-- ==
-- input { 2i64 [5, 3, 9, 1] } output { [1, 3] [3i64, 1i64] }
-- input { 0i64 empty([0]i32) } output { empty([0]i32) empty([0]i64) }
-- input { 3i64 [5, 3] }
-- error: Index \[2\] out of bounds for array of shape \[2\]\.

def taken : i32 = 1000

def main [n] (k: i64) (xs: [n]i32) : ([k]i32, [k]i64) =
  let nearer (a, i) (b, j) : (i32, i64) = if a < b || (a == b && i < j) then (a, i) else (b, j)
  let (least, places, _) =
    loop (least, places, left) = (replicate k 0, replicate k 0, copy xs) for step < k do
      let (x, i) = reduce_comm nearer (taken, n) (zip left (indices left))
      in (least with [step] = x, places with [step] = i, left with [i] = taken + 1)
  in (least, places)

-- A row at a place that comes from an array.
-- ==
-- entry: found_row
-- input { [0, 1] [[5, 5], [5, 5]] 0 } output { [[5, 5], [1, 2]] }
entry found_row [n] (ns: [n]i32) (rows: *[n][n]i32) (i: i32) : [n][n]i32 =
  let row = map (+ 1) ns
  in rows with [row[i]] = row
