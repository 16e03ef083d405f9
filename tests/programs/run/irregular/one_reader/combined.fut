-- Rows that one histogram or reduction reads, element by element, are not made: it goes over them itself.
-- ==
-- entry: counted
-- input { empty([0]i64) } output { [0i64, 0i64, 0i64] }
-- input { [4i64, 0i64, 2i64, 1i64] } output { [3i64, 2i64, 1i64] }

-- ==
-- entry: repeated
-- input { [4i64, 0i64, 2i64, 1i64] } output { [1i64, 2i64, 4i64] }

-- ==
-- entry: largest
-- input { [4i64, 0i64, 2i64] } output { [20i64, 21i64, 2i64] [3i64, 2i64, 1i64] }

-- ==
-- entry: summed
-- input { empty([0]i64) } output { 0i64 }
-- input { [0i64, 0i64] } output { 0i64 }
-- input { [3i64, 0i64, 2i64] } output { 44i64 }

-- ==
-- entry: in_order
-- input { [0i64, 0i64] } output { -1i64 -1i64 }
-- input { [0i64, 2i64, 0i64, 3i64, 0i64] } output { 10i64 32i64 }

-- ==
-- entry: slices
-- input { [0i64, 2i64, 2i64, 5i64] [1i64, 0i64, 1i64, 2i64, 9i64] } output { [1i64, 2i64, 1i64] }
-- input { [0i64, 2i64, 2i64, 6i64] [1i64, 0i64, 1i64, 2i64, 9i64] } error: out of bounds

-- ==
-- entry: lengths_too
-- input { [2i64, 0i64, 1i64] } output { [1i64, 1i64, 1i64] [2i64, 0i64, 1i64] 3i64 }

-- Row i has ks[i] elements: i, i + 1 and so on.
def rows [n] (ks: [n]i64) : [n][?]i64 = map2 (\i k -> map (+ i) (iota k)) (iota n) ks

def count (k: i64) (xs: []i64) : [k]i64 = hist (+) 0 k xs (map (const 1) xs)

entry counted (ks: []i64) : [3]i64 = count 3 (irregular.flatten (map (\k -> iota k) ks))

entry repeated (ks: []i64) : [3]i64 =
  count 3 (irregular.flatten (map (\k -> replicate k (k / 2)) ks))

-- An operator of two values.
entry largest [n] (ks: [n]i64) : ([3]i64, [3]i64) =
  let all = irregular.flatten (map2 (\i k -> map (\j -> (j % 3, j + 10 * i)) (iota k)) (iota n) ks)
  let (at, values) = unzip all
  in unzip (hist (\(a, n) (b, m) -> (i64.max a b, n + m))
                 (i64.lowest, 0)
                 3
                 at
                 (map (\v -> (v, 1)) values))

entry summed [n] (ks: [n]i64) : i64 =
  i64.sum (irregular.flatten (map2 (\i k -> map (\j -> 10 * i + j) (iota k)) (iota n) ks))

-- The first element and the last.
entry in_order [n] (ks: [n]i64) : (i64, i64) =
  let all = irregular.flatten (map2 (\i k -> map (\j -> 10 * i + j) (iota k)) (iota n) ks)
  in reduce (\(a, b) (c, d) -> (if a < 0 then c else a, if d < 0 then b else d))
            (-1, -1)
            (map (\x -> (x, x)) all)

entry slices [e] (ends: [e]i64) (xs: []i64) : [3]i64 =
  count 3 (irregular.flatten (map (\i -> xs[ends[i]:ends[i + 1]]) (iota (e - 1))))

entry lengths_too [n] (ks: [n]i64) : ([3]i64, [n]i64, i64) =
  let xss = rows ks
  let all = irregular.flatten xss
  in (count 3 all, irregular.lengths xss, length all)
