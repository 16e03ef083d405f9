-- Sums before each number, of which the even ones are taken.
-- ==
-- input { [1i64, 3i64, 2i64, 5i64] } output { [0i64, 4i64, 6i64] }
entry main (v: []i64) : []i64 = filter (\s -> s % 2 == 0) (exscan (+) 0 v)
