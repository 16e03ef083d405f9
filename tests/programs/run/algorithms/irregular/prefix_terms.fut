-- Values of terms in prefix notation, one in each row: recursion with the position as a second result.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [0i64] }
-- input { [[5i64], [-1i64, 2i64, 3i64], [-2i64, -1i64, 1i64, 1i64, -1i64, 4i64, 4i64]] }
-- output { [5i64, 5i64, 8i64] }
-- input { [[-2i64, 0i64, -2i64, -1i64, -1i64, -2i64, 8i64, 8i64, -1i64, 7i64, 7i64, -2i64, -1i64, 3i64, 3i64, -1i64,
-- 7i64, 6i64, -2i64, -1i64, -1i64, 4i64, 3i64, -2i64, 7i64, 1i64, -1i64, -1i64, 8i64, 9i64, -2i64, 2i64, 0i64], [-2i64,
-- 8i64, -1i64, -1i64, -1i64, 4i64, -1i64, 8i64, 3i64, -2i64, -1i64, 2i64, 2i64, -1i64, 7i64, 9i64, -2i64, 4i64, -1i64,
-- 8i64, -2i64, 5i64, 3i64], [-1i64, -2i64, 0i64, -2i64, -2i64, -2i64, 1i64, 5i64, 9i64, -1i64, 1i64, -2i64, 0i64, 0i64,
-- -1i64, -2i64, 7i64, -2i64, -2i64, 3i64, 2i64, -1i64, 0i64, 5i64, 3i64], [4i64], [0i64], [-2i64, -2i64, -2i64, -1i64,
-- -1i64, 0i64, 1i64, -2i64, 2i64, 2i64, -2i64, 4i64, -1i64, 8i64, 4i64, -1i64, -1i64, 9i64, 5i64, -2i64, -1i64, 4i64,
-- 0i64, -2i64, 4i64, 7i64, -2i64, 0i64, 8i64], [-2i64, -2i64, 6i64, -1i64, 6i64, -2i64, -1i64, 0i64, 5i64, -2i64, 6i64,
-- 1i64, -1i64, -1i64, -1i64, -1i64, 7i64, 3i64, -1i64, 8i64, 1i64, -1i64, -2i64, 9i64, 7i64, -2i64, 0i64, 0i64, -2i64,
-- 2i64, -1i64, -1i64, 3i64, 3i64, -1i64, 5i64, 9i64], [-2i64, -2i64, -1i64, -1i64, -1i64, 4i64, 2i64, -1i64, 0i64,
-- 3i64, -1i64, -1i64, 1i64, 3i64, 7i64, -2i64, -1i64, -1i64, 4i64, 5i64, -2i64, 7i64, 6i64, -1i64, -1i64, 7i64, 7i64,
-- -2i64, 2i64, 7i64, -2i64, -1i64, -2i64, -1i64, 7i64, 4i64, 8i64, -1i64, 0i64, 1i64, -2i64, -2i64, -2i64, 5i64, 3i64,
-- -2i64, 0i64, 4i64, -1i64, -2i64, 5i64, 6i64, -2i64, 1i64, 1i64]] }
-- output { [35i64, 44i64, 19i64, 4i64, 0i64, 21i64, 48i64, 21i64] }
-- input { [[-2i64, 2i64, 2i64]] }
-- output { [2i64] }

def value (term: []i64) (i: i64) : (i64, i64) =
  if term[i] >= 0 then (term[i], i + 1)
  else let (a, j) = value term (i + 1)
       let (b, k) = value term j
       in (if term[i] == -1 then a + b else i64.max a b, k)

entry main [n] (terms: [n][?]i64) : [n]i64 = map (\term -> if null term then 0 else (value term 0).0) terms
