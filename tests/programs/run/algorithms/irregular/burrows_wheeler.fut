-- Burrows-Wheeler transform of texts of different lengths by prefix doubling, move to front, run lengths, and back.
-- ==
-- entry: main
-- input { empty([0][?]u8) }
-- output { empty([0][?]u8) empty([0][?]i64) empty([0][?]i64) empty([0][?]i64) empty([0]bool) }
-- input { empty([1][?: 0]u8) }
-- output { empty([1][?: 0]u8) empty([1][?: 0]i64) empty([1][?: 0]i64) empty([1][?: 0]i64) [true] }
-- input { [[97u8, 97u8, 98u8, 97u8], [99u8, 99u8, 101u8, 98u8, 97u8], [97u8], [97u8, 97u8, 98u8, 98u8, 97u8, 97u8]] }
-- output { [[98u8, 97u8, 97u8, 97u8], [98u8, 101u8, 97u8, 99u8, 99u8], [97u8], [98u8, 97u8, 97u8, 97u8, 98u8, 97u8]]
-- [[1i64, 1i64, 0i64, 0i64], [1i64, 4i64, 2i64, 3i64, 0i64], [0i64], [1i64, 1i64, 0i64, 0i64, 1i64, 1i64]] [[1i64,
-- 0i64], [1i64, 4i64, 2i64, 3i64, 0i64], [0i64], [1i64, 0i64, 1i64]] [[2i64, 2i64], [1i64, 1i64, 1i64, 1i64, 1i64],
-- [1i64], [2i64, 2i64, 2i64]] [true, true, true, true] }

def ranks_of [n] (keys: [n]i64) : [n]i64 =
  map (\k -> i64.sum (map (\o -> i64.bool (o < k)) keys)) keys

def rotations [n] (text: [n]u8) : [n]i64 =
  let rank = ranks_of (map i64.u8 text)
  let (rank, _) =
    loop (rank, k) = (rank, 1) while k < n do
      (ranks_of (map (\i -> rank[i] * n + rank[(i + k) % n]) (iota n)), 2 * k)
  -- Equal rotations stay in order.
  let place i =
    i64.sum (map2 (\j r -> i64.bool (r < rank[i] || (r == rank[i] && j < i))) (iota n) rank)
  in scatter (replicate n 0) (map place (iota n)) (iota n)

def transform [n] (text: [n]u8) : ([n]u8, i64) =
  let order = rotations text
  let first = i64.sum (map2 (\i o -> if o == 0 then i else 0) (iota n) order)
  in (map (\o -> text[(o + n - 1) % n]) order, first)

def move_to_front (text: []u8) : []i64 =
  let alphabet = map u8.i64 (97..<102)
  let (out, _) =
    loop (out, table) = ([], alphabet) for c in text do
      let at = i64.sum (map2 (\i d -> if d == c then i else 0) (indices table) table)
      in (out ++ [at], [c] ++ filter (!= c) table :> []u8)
  in out

def run_lengths (xs: []i64) : [](i64, i64) =
  let n = length xs
  let starts = filter (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let k = length starts
  in map (\j -> (xs[starts[j]], (if j + 1 < k then starts[j + 1] else n) - starts[j])) (iota k)

def inverse [n] (last: [n]u8) (first: i64) : []u8 =
  let before i =
    i64.sum (map2 (\j c -> i64.bool (c < last[i] || (c == last[i] && j < i))) (iota n) last)
  let next = scatter (replicate n 0) (map before (iota n)) (iota n)
  let (out, _) =
    loop (out, at) = (replicate n 0u8, first) for i < n do
      let at = next[at]
      in (out with [i] = last[at], at)
  in out

entry main [n] (texts: [n][?]u8) : ([n][?]u8, [n][?]i64, [n][?]i64, [n][?]i64, [n]bool) =
  let transformed = map (\t -> let (l, f) = transform t in (l, f)) texts : [n]([?]u8, i64)
  let fronts: [n][?]i64 = map (\(l, _) -> move_to_front l) transformed
  let runs: [n][?](i64, i64) = map run_lengths fronts
  let (symbols, counts) = irregular.unzip runs
  let back = map (\(l, f) -> inverse l f) transformed : [n][?]u8
  in (map (.0) transformed, fronts, symbols, counts, map2 (==) back texts)
