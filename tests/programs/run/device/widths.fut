-- Maps, filters, histograms and transpositions of sizes around those that threads do at once.

def numbers (n: i64) : [n]i32 = map (\i -> i32.i64 ((i * 7919 + 13) % 1009)) (iota n)

-- A view that begins at the second element is not aligned.
-- ==
-- entry: maps
-- input { 1i64 } output { true }
-- input { 63i64 } output { true }
-- input { 2048i64 } output { true }
-- input { 5003i64 } output { true }
entry maps (n: i64) : bool =
  let xs = numbers (n + 1)
  let ys = opaque (map2 (\x y -> 3 * x + y) xs[0:n] (xs[1:n + 1] :> [n]i32))
  let zs = opaque (map (\x -> u8.i32 (x & 127)) xs)
  let ws = opaque (map (\x -> i64.i32 x * 5) xs)
  let right i =
    ys[i] == 3 * xs[i] + xs[i + 1] && zs[i] == u8.i32 (xs[i] & 127) && ws[i] == i64.i32 xs[i] * 5
  in and (map right (iota n))

-- Rows that are whole groups of neighbours, and rows that are not.
-- ==
-- entry: matrices
-- input { 37i64 64i64 } output { true }
-- input { 41i64 31i64 } output { true }
entry matrices (n: i64) (m: i64) : bool =
  let a = opaque (tabulate_2d n m (\i j -> i32.i64 (i * 1000 + j)))
  let b = opaque (map (map (+ 7)) a)
  let c = opaque (transpose (copy (transpose b)))
  let d = opaque (copy (transpose (map (map (\x -> u8.i32 (x & 255))) b)))
  in and (flatten (tabulate_2d n m (\i j ->
       c[i, j] == i32.i64 (i * 1000 + j + 7) && d[j, i] == u8.i32 (c[i, j] & 255))))

-- ==
-- entry: filters
-- input { 1000i64 } output { true }
-- input { 5001i64 } output { true }
entry filters (n: i64) : bool =
  let xs = numbers n
  let kept = opaque (filter (\x -> x % 3 == 0) xs)
  let pairs = opaque (filter (\(x, _) -> x % 5 != 0) (zip xs (map (\i -> f64.i64 i) (iota n))))
  let (count, sum) = loop (count, sum) = (0, 0) for x in xs do
    if x % 3 == 0 then (count + 1, sum + x * count) else (count, sum)
  let in_order = map2 (\i x -> i32.i64 i * x) (indices kept) kept
  in i32.i64 (length kept) == count && i32.sum in_order == sum
     && and (map (\(x, i) -> xs[i64.f64 i] == x && x % 5 != 0) pairs)

-- Bins that all lanes of a warp share, and bins that they do not.
-- ==
-- entry: histograms
-- input { 20000i64 16i64 } output { true }
-- input { 20001i64 1i64 } output { true }
-- input { 300i64 200i64 } output { true }
entry histograms (n: i64) (bins: i64) : bool =
  let is = map (\i -> if i / 64 % 2 == 0 then 3 else i * 7 % (bins + 1)) (iota n)
  let counts = opaque (hist (+) 0 bins is (map i32.i64 (iota n)))
  let largest = opaque (hist i64.max (-1) bins is (iota n))
  let expected = loop a = replicate bins 0i32 for i < n do
    if is[i] < bins then a with [is[i]] = a[is[i]] + i32.i64 i else a
  let last = loop a = replicate bins (-1i64) for i < n do
    if is[i] < bins then a with [is[i]] = i64.max a[is[i]] i else a
  in and (map2 (==) counts expected) && and (map2 (==) largest last)
