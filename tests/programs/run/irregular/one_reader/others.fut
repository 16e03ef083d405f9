-- Rows that something else reads, too, or at other places, or later than what they are made of is there; and rows that
-- one operator reads inside of others.
-- ==
-- entry: used_twice
-- input { [2i64, 0i64, 1i64] } output { [1i64, 1i64, 1i64] [0i64, 10i64, 20i64] }

-- ==
-- entry: read_by_index
-- input { [2i64, 0i64, 1i64] } output { [2i64, 1i64, 1i64] }

-- ==
-- entry: overwritten_before
-- input { [1i64, 2i64, 0i64] } output { [7i64, 7i64, 7i64] [7i64, 2i64, 0i64] }

-- ==
-- entry: in_loop
-- input { [1i64, 2i64] 3i64 } output { [6i64, 3i64, 0i64] }

-- ==
-- entry: in_map
-- input { [[1i64, 2i64], [0i64, 1i64]] } output { [[2i64, 1i64, 0i64], [1i64, 0i64, 0i64]] }

-- ==
-- entry: deeper
-- input { [2i64, 0i64, 3i64] } output { [5i64, 3i64, 1i64] }

-- Row i has ks[i] elements: i, i + 1 and so on.
def rows [n] (ks: [n]i64) : [n][?]i64 = map2 (\i k -> map (+ i) (iota k)) (iota n) ks

def count (k: i64) (xs: []i64) : [k]i64 = hist (+) 0 k xs (map (const 1) xs)

entry used_twice (ks: []i64) : ([3]i64, []i64) =
  let all = irregular.flatten (rows ks)
  in (count 3 all, map (* 10) all)

entry read_by_index (ks: []i64) : [3]i64 =
  let [k] (all: [k]i64) = irregular.flatten (rows ks)
  in hist (+) 0 3 all (map (\i -> if i == 0 then all[k - 1] else 1) all)

-- What the rows are made of is overwritten before they are read.
entry overwritten_before [n] (ks: *[n]i64) : ([3]i64, [n]i64) =
  let all = irregular.flatten (map (\k -> map (\j -> ks[(k + j) % n]) (iota k)) ks)
  let ks = ks with [0] = 7
  in (hist i64.max 0 3 all (map (\_ -> ks[0]) all), ks)

entry in_loop (ks: []i64) (times: i64) : [3]i64 =
  loop counts = replicate 3 0
  for _i < times do
    let all = irregular.flatten (map (\k -> iota k) ks)
    in reduce_by_index counts (+) 0 all (map (const 1) all)

entry in_map [n] [m] (kss: [n][m]i64) : [n][3]i64 =
  map (\ks -> count 3 (irregular.flatten (map (\k -> iota k) ks))) kss

-- Rows of rows.
entry deeper (ks: []i64) : [3]i64 =
  let all: [][?][?]i64 = map (\k -> map (\j -> iota (j + 1)) (iota k)) ks
  in count 3 (irregular.flatten (irregular.flatten all))
