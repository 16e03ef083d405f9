-- Scans that are cut into pieces, each of which is added up before it is scanned: elements of arrays, of slices, of rows,
-- and computed ones, beside a plain loop.

def prefixes [n] (xs: [n]i64) : [n]i64 =
  (loop (sum, out) = (0, copy xs) for i < n do
     let next = sum + xs[i]
     in (next, out with [i] = next)).1

def same [n] (xs: [n]i64) (ys: [n]i64) : bool = and (map2 (==) xs ys)

-- ==
-- input { 0i64 } output { true }
-- input { 511i64 } output { true }
-- input { 200003i64 } output { true }
entry main (n: i64) : bool =
  let xs = opaque (map (\i -> i * 7919 % 1009 - 500) (iota n))
  let ys = opaque (map (\i -> i * 104729 % 1013) (iota n))
  let rows = [xs, ys]
  let both = scan (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, i64.lowest) (zip xs ys)
  in same (prefixes xs) (scan (+) 0 xs)
     && same (prefixes xs[::-1]) (scan (+) 0 xs[::-1])
     && same (prefixes (map2 (*) xs ys)) (scan (+) 0 (map2 (*) xs ys))
     && and (map2 (\row sums -> same (prefixes row) sums) rows (map (scan (+) 0) rows))
     && same (prefixes xs) (map (.0) both)
     && and (map (\i -> i == 0 || both[i].1 == i64.max both[i - 1].1 ys[i]) (iota n))
