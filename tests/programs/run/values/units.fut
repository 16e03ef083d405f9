-- The empty tuple and arrays of it, as parameters and results.
-- ==
-- entry: beside
-- input { () 3 } output { 3 () }
-- input { ( ) 4 } output { 4 () }

-- ==
-- entry: many
-- input { 3i64 } output { [(), (), ()] }
-- input { 0i64 } output { empty([0]unit) }

-- ==
-- entry: count
-- input { [(), ()] } output { 2i64 }
-- input { empty([0]unit) } output { 0i64 }

entry beside (u: ()) (x: i32) = (x, u)

entry many (n: i64) = replicate n ()

entry count (us: []()) = length us
