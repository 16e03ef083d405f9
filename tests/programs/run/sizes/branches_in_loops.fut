-- Branches do not make the sizes of loops equal to others: what comes out of them has a size of its own.
-- ==
-- entry: last_of_length
-- input { [2i64, 5i64, 1i64, 5i64] } output { [0i64, 1i64, 2i64, 3i64, 4i64] }
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: longest_row
-- input { [[1], [2, 3], [], [4, 5]] } output { [2, 3] }
-- input { empty([0][?]i32) } output { empty([0]i32) }

-- ==
-- entry: reset
-- input { 4i64 [1i64, 2i64] } output { [2i64, 3i64] }

entry last_of_length (ns: []i64) : []i64 =
  loop best: []i64 = [] for n in ns do
    let xs = iota n
    in if length xs >= length best then xs else best

entry longest_row [n] (xss: [n][?]i32) : []i32 =
  loop best: []i32 = [] for xs in xss do if length xs > length best then xs else best

-- The size of the beginning stays.
entry reset [n] (k: i64) (xs: [n]i64) : [n]i64 =
  loop ys = xs for i < k do if i % 3 == 2 then xs else map (+ 1) ys
