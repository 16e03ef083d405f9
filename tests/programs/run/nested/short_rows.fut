-- Rows of few elements, done side by side, in parts of vectors or in one loop: beside plain loops that say what is right.

def sums [m] (xs: [m]i32) : i32 =
  (loop (s, t) = (0, 0) for x in xs do (s + x, t + s + x)).1

def largest [m] (xs: [m]f32) : f32 =
  (loop (s, t) = (0, f32.lowest) for x in xs do (s + x, f32.max t ((s + x) * 2))).1

def place [m] (xs: [m]f32) : (f32, i64) =
  loop (least, at) = (f32.inf, m) for i < m do if xs[i] < least then (xs[i], i) else (least, at)

def row (m: i64) (i: i64) : [m]i32 = tabulate m (\j -> i32.i64 ((i * 7 + j * 13 + i * j) % 41) - 20)
def floats [m] (xs: [m]i32) : [m]f32 = map f32.i32 xs

-- Whole numbers, so that the order of additions does not matter.
def spread [m] (xs: [m]f32) : (f32, f32) =
  let mean = f32.trunc (f32.sum xs / f32.max 1 (f32.i64 m))
  in (mean, f32.sum (map (\x -> (x - mean) * (x - mean)) xs))

def spread_in_order [m] (xs: [m]f32) : (f32, f32) =
  let mean = f32.trunc ((loop s = 0 for x in xs do s + x) / f32.max 1 (f32.i64 m))
  in (mean, loop s = 0 for x in xs do s + (x - mean) * (x - mean))

def is_right (n: i64) (m: i64) : bool =
  let rows = tabulate n (row m)
  let reals = map floats rows
  let smaller (a: f32, i: i64) (b: f32, j: i64) =
    if a < b || (a == b && i < j) then (a, i) else (b, j)
  let given_sums = map (\r -> reduce (+) 0 (scan (+) 0 r)) rows
  let given_largest = map (\r -> reduce f32.max f32.lowest (map (* 2) (scan (+) 0 r))) reals
  let given_places = map (\r -> reduce_comm smaller (f32.inf, m) (zip r (iota m))) reals
  let given_spreads = map spread reals
  let given_scans = map (scan (+) 0) rows
  let given_records =
    map (\r -> i32.sum (map (\(x, y) -> x * y) (zip r (scan i32.max i32.lowest r)))) rows
  in and (map2 (\r s -> sums r == s) rows given_sums)
     && and (map2 (\r s -> largest r == s) reals given_largest)
     && and (map2 (\r s -> place r == s) reals given_places)
     && and (map2 (\r s -> spread_in_order r == s) reals given_spreads)
     && and (map2 (\r s ->
                     and (map2 (==)
                               s
                               (loop out = copy r for j < m - 1 do
                                  out with [j + 1] = out[j] + out[j + 1])))
                  rows
                  given_scans)
     && and (map2 (\r s ->
                     (loop (t, p) = (0, i32.lowest) for x in r do
                        (t + x * i32.max p x, i32.max p x)).0 == s)
                  rows
                  given_records)

-- ==
-- input { 0i64 [0i64, 5i64] } output { true }
-- input { 1i64 [0i64, 1i64, 6i64, 31i64, 32i64, 63i64, 64i64, 200i64] } output { true }
-- input { 67i64 [0i64, 1i64, 2i64, 5i64, 6i64, 7i64, 8i64, 9i64, 15i64, 16i64, 17i64] } output { true }
-- input { 77i64 [31i64, 32i64, 33i64, 63i64, 64i64, 65i64, 127i64, 128i64, 129i64, 513i64] } output { true }
-- input { 3001i64 [3i64, 6i64, 12i64, 24i64] } output { true }
entry main (n: i64) (ms: []i64) : bool = loop right = true for m in ms do is_right n m && right
