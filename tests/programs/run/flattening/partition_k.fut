-- A partition into k classes: counts of classes, and a stable permutation.
-- Checklist: 10.
-- ==
-- input { 3i64 [5i64, 3i64, 4i64, 6i64, 2i64] } output { [2i64, 1i64, 2i64] [3i64, 6i64, 4i64, 5i64, 2i64] }
-- input { 2i64 empty([0]i64) } output { [0i64, 0i64] empty([0]i64) }
def scan_exclusive [n] (xs: [n]i64) : [n]i64 = map2 (-) (scan (+) 0 xs) xs

def partition_k [n] (k: i64) (p: i64 -> i64) (ns: [n]i64) : ([k]i64, [n]i64) =
  let flags = tabulate_2d k n (\i j -> i64.bool (p ns[j] == i))
  let local_offsets = map scan_exclusive flags
  let counts = map i64.sum flags
  let global_offsets = scan_exclusive counts
  let positions = map2 (\x j -> global_offsets[p x] + local_offsets[p x, j]) ns (iota n)
  in (counts, scatter (replicate n 0) positions ns)

def main [n] (k: i64) (ns: [n]i64) = partition_k k (% k) ns
