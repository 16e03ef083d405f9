-- Transpositions of all sizes of blocks and edges, of elements of 1, 4 and 8 bytes.
-- ==
-- entry: t1
-- input { 3i64 5i64 } output { true }
-- input { 16i64 16i64 } output { true }
-- input { 129i64 200i64 } output { true }
-- input { 300i64 17i64 } output { true }
entry t1 (n: i64) (m: i64) = let a = tabulate_2d n m (\i j -> i*1000+j) let b = copy (transpose a) in all id (flatten (tabulate_2d m n (\i j -> b[i,j] == j*1000+i)))
-- ==
-- entry: t2
-- input { 129i64 200i64 } output { true }
entry t2 (n: i64) (m: i64) = let a = tabulate_2d n m (\i j -> f32.i64 (i*1000+j)) let b = copy (transpose a) in all id (flatten (tabulate_2d m n (\i j -> b[i,j] == f32.i64 (j*1000+i))))
-- ==
-- entry: t3
-- input { 12i64 20i64 } output { true }
entry t3 (n: i64) (m: i64) = let a = tabulate_3d 3 n m (\k i j -> i8.i64 (k*50+i*3+j)) let b = copy (map transpose a) in all id (flatten_3d (tabulate_3d 3 m n (\k i j -> b[k,i,j] == i8.i64 (k*50+j*3+i))))
