-- Recursion down to a few elements, in rows of every length: filters of less than a vector and of more; sizes that are halved,
-- evenly and unevenly; parts that are every second element, of which the last two are read by themselves; and a length that
-- does not fit.
-- ==
-- entry: sorted_i32 sorted_i64 sorted_f32 sorted_f64 sorted_places merged
-- input { 0i64 } output { true }
-- input { 3i64 } output { true }
-- input { 100i64 } output { true }
def quicksort 't [n] (less: t -> t -> bool) (xs: [n]t) : []t =
  if n <= 1
  then xs
  else let pivot = xs[n / 2]
       let smaller = filter (\x -> less x pivot) xs
       let larger = filter (less pivot) xs
       let equal = filter (\x -> !(less x pivot) && !(less pivot x)) xs
       in quicksort less smaller ++ equal ++ quicksort less larger

def is_sorted [n] (xs: [n]i64) : bool = all (\i -> xs[i] <= xs[i + 1]) (iota (i64.max 0 (n - 1)))

-- Some are equal, of some rows all.
def row (n: i64) : [n]i64 = map (\i -> (i * 7919 + n * 31) % (n % 37 + 1) - 5) (iota n)

def all_rows (n: i64) (sort: (k: i64) -> [k]i64 -> []i64) : bool =
  and (map (\k ->
              let xs = row k
              let ys = sort k xs
              in length ys == k && is_sorted ys && i64.sum ys == i64.sum xs) (iota n))

entry sorted_i64 (n: i64) = all_rows n (\k (xs: [k]i64) -> quicksort (<) xs)
entry sorted_i32 (n: i64) =
  all_rows n (\k (xs: [k]i64) -> map i64.i32 (quicksort (<) (map i32.i64 xs)))
entry sorted_f64 (n: i64) =
  all_rows n (\k (xs: [k]i64) -> map i64.f64 (quicksort (<) (map f64.i64 xs)))
entry sorted_f32 (n: i64) =
  all_rows n (\k (xs: [k]i64) -> map i64.f32 (quicksort (<) (map f32.i64 xs)))

-- Numbers of elements are kept beside them.
entry sorted_places (n: i64) =
  all_rows n (\k (xs: [k]i64) ->
                let pairs = quicksort (\(_, x) (_, y) -> x < y) (zip (iota k) (map i32.i64 xs))
                in map (\(i, x) -> if xs[i] == i64.i32 x then xs[i] else 1000 - i) pairs)

def merge [n] [m] (xs: [n]i64) (ys: [m]i64) : [n + m]i64 =
  (loop (zs, i, j) = (replicate (n + m) 0, 0, 0) for k < n + m do
     if j >= m || (i < n && xs[i] <= ys[j])
     then (zs with [k] = xs[i], i + 1, j)
     else (zs with [k] = ys[j], i, j + 1)).0

def mergesort [n] (xs: [n]i64) : [n]i64 =
  if n <= 1 then xs else merge (mergesort xs[:n / 2]) (mergesort xs[n / 2:]) :> [n]i64

entry merged (n: i64) = all_rows n (\k (xs: [k]i64) -> mergesort xs)

-- Hadamard's transform: every second element at each level.
def hadamard [n] (xs: [n]i64) : [n]i64 =
  if n == 1
  then xs
  else if n == 2
  then [xs[0] + xs[1], xs[0] - xs[1]] :> [n]i64
  else let parts = map (\start -> hadamard (xs[start::2] :> [n / 2]i64)) [0, 1]
       in (map2 (+) parts[0] parts[1] ++ map2 (-) parts[0] parts[1]) :> [n]i64

-- The same by its definition: bits of the place are counted from the other end.
def by_definition (k: i64) (xs: []i64) : []i64 =
  tabulate (length xs) (\i ->
                          let sign j =
                            let ones = i64.sum (map (\b -> ((i >> (k - 1 - b)) & (j >> b)) & 1) (iota k))
                            in 1 - 2 * (ones % 2)
                          in i64.sum (map2 (\j x -> sign j * x) (indices xs) xs))

-- ==
-- entry: transformed
-- input { 0i64 } output { true }
-- input { 7i64 } output { true }
entry transformed (n: i64) : bool =
  and (map (\r ->
              let k = r % (n + 1)
              let xs = row (1 << k)
              in and (map2 (==) (hadamard xs) (by_definition k xs :> [1 << k]i64))) (iota 100))

-- ==
-- entry: halved
-- input { 8i64 } output { 504i64 }
-- input { 12i64 } error: cannot match shape
entry halved (n: i64) : i64 =
  i64.sum (map (\r -> hadamard (map (* r) (row n)) |> map i64.abs |> i64.maximum) (iota 8))
