-- Rows coded as runs, and decoded again.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- input { [[1i64, 1i64, 1i64, 2i64, 3i64, 3i64], [], [4i64]] }
-- output { [[1i64, 2i64, 3i64], [], [4i64]] [[3i64, 1i64, 2i64], [], [1i64]] }
-- input { [[], [], [2i64, 1i64, 1i64, 2i64], [2i64, 1i64, 2i64, 2i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64,
-- 2i64], [], [2i64]] }
-- output { [[], [], [2i64, 1i64, 2i64], [2i64, 1i64, 2i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64], [],
-- [2i64]] [[], [], [1i64, 2i64, 1i64], [1i64, 1i64, 2i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 2i64], [],
-- [1i64]] }
-- input { [[7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64,
-- 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64]] }
-- output { [[7i64]] [[25i64]] }
-- entry: back
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { [[1i64, 1i64, 1i64, 2i64, 3i64, 3i64], [], [4i64]] }
-- output { [[1i64, 1i64, 1i64, 2i64, 3i64, 3i64], [], [4i64]] }
-- input { [[], [], [2i64, 1i64, 1i64, 2i64], [2i64, 1i64, 2i64, 2i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64,
-- 2i64], [], [2i64]] }
-- output { [[], [], [2i64, 1i64, 1i64, 2i64], [2i64, 1i64, 2i64, 2i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64,
-- 2i64, 2i64], [], [2i64]] }
-- input { [[7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64,
-- 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64]] }
-- output { [[7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64,
-- 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64, 7i64]] }
type run = {value: i64, count: i64}

def encode [n] (xs: [n]i64) : []run =
  let begins = filter (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let [k] (begins: [k]i64) = begins
  in map (\j -> {value = xs[begins[j]], count = (if j + 1 < k then begins[j + 1] else n) - begins[j]}) (iota k)

def decode [n] (runs: [n]run) : []i64 =
  irregular.flatten (map (\(r: run) -> replicate r.count r.value) runs : [n][?]i64)

entry main [n] (rows: [n][?]i64) : ([n][?]i64, [n][?]i64) =
  let encoded: [n][?]run = map encode rows
  in (map (map (.value)) encoded, map (map (.count)) encoded)

entry back [n] (rows: [n][?]i64) : [n][?]i64 =
  let encoded: [n][?]run = map encode rows in map decode encoded
