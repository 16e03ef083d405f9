-- Groups of so many elements and keys that they are sorted by several digits, in several pieces: row i has exactly the
-- elements with key i, in their order.
-- ==
-- input { 100000i64 5000i64 } output { true true }
-- input { 100000i64 3i64 } output { true true }
-- input { 20000i64 2047i64 } output { true true }
-- input { 20000i64 2048i64 } output { true true }
-- compiled input { 300000i64 5000000i64 } output { true true }
def key_of (k: i64) (i: i64) : i64 = (i * 7919 + i / 3) % (k + k / 10 + 2) - 1

entry main (n: i64) (k: i64) : (bool, bool) =
  let keys = map (key_of k) (iota n)
  let rows = irregular.group k keys (iota n)
  let in_order row = and (map (\j -> j == 0 || row[j - 1] < row[j]) (indices row))
  let right = map2 (\key row -> all (\i -> keys[i] == key) row && in_order row) (iota k) rows
  in (and right,
      i64.sum (irregular.lengths rows) == i64.sum (map (\x -> i64.bool (x >= 0 && x < k)) keys))
