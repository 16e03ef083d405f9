-- Run-length coding of rows, and back.
-- ==
-- input { [[1, 0, 0, 2, 0, 1], [0, 2, 2], [0, 0, 0], [1], [0, 1, 1, 1, 1, 0, 1, 1, 2], [1, 1], [], [1, 1, 1, 1]] }
-- output { [[1, 0, 2, 0, 1], [0, 2], [0], [1], [0, 1, 0, 1, 2], [1], [], [1]] [[1, 2, 1, 1, 1], [1, 2], [3], [1], [1, 4, 1, 2, 1], [2], [], [4]] true }
-- input { [] }
-- output { [] [] true }

def encode [n] (xs: [n]i32) : [](i32, i64) =
  let starts = filter (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let k = length starts
  in map2 (\j s -> (xs[s], (if j + 1 < k then starts[j + 1] else n) - s)) (indices starts) starts

def decode (runs: [](i32, i64)) : []i32 = irregular.flatten (map (\(x, k) -> replicate k x) runs)

entry main [n] (rows: [n][?]i32) : ([n][?]i32, [n][?]i64, bool) =
  let coded: [n][?](i32, i64) = map encode rows
  let decoded: [n][?]i32 = map decode coded
  let (xs, ks) = irregular.unzip coded
  in (xs, ks, irregular.equal (==) rows decoded)
