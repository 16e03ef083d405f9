-- Functions whose names are those of the C library's.
-- ==
-- entry: pow
-- input { [2.0, 3.0] [3.0, 2.0] } output { [8.0, 9.0] }
entry pow = map2 (f64.**)

-- ==
-- entry: exp
-- input { [0.0, 0.0] } output { [1.0, 1.0] }
entry exp = map f64.exp

-- ==
-- entry: malloc
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
entry malloc (n: i64) = iota n
