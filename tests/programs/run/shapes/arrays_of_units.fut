-- Arrays of values without components still have lengths, and are indexed, updated and scanned.
-- ==
-- input { 3i64 }
-- output { 3i64 6i64 2i64 3i64 3i64 }

-- ==
-- entry: outside
-- input { 3i64 2i64 }
-- output { 7i32 }
-- input { 3i64 3i64 }
-- error: out of bounds

def main (n: i64) =
  let units: [n]{} = replicate n {}
  let units[0] = {}
  in ( length units
     , length (units ++ units)
     , length units[1:]
     , length (scan (\() () -> ()) () (replicate n ()))
     , length (scatter (replicate n ()) (replicate n 5) (replicate n ()))
     )

entry outside (n: i64) (i: i64) : i32 =
  let unit = (replicate n ())[i]
  in match unit
     case () -> 7
