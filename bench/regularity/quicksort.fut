-- Quicksort of all rows, all parts of a row at once: each row takes another number of steps. The elements of a row keep
-- their number, so what goes on in rows of one length is regular.
-- ==
-- entry: regular
-- nobench input { [[3, 1, 2, 2], [9, 8, 7, 6], [5, 5, 5, 5]] } output { [[1, 2, 2, 3], [6, 7, 8, 9], [5, 5, 5, 5]] }
-- nobench input { [[4, -1, 0, 3, 2, 1, 7]] } output { [[-1, 0, 1, 2, 3, 4, 7]] }

-- ==
-- entry: irregular
-- nobench input { [[3, 1, 2], empty([0]i32), [9, 8, 7, 6, 7]] } output { [[1, 2, 3], empty([0]i32), [6, 7, 7, 8, 9]] }

-- One step: each part is divided by an element of it. `starts` says where parts begin; elements that are equal to the one
-- that divides become parts of their own.
def step [m] (xs: [m]i32) (starts: [m]bool) : ([m]i32, [m]bool) =
  let first = scan i64.max 0 (map2 (\i start -> if start then i else 0) (iota m) starts)
  let is_last i = i + 1 == m || starts[i + 1]
  let ends = map (\i -> if is_last i then i else m - 1) (iota m)
  let last = reverse (scan i64.min (m - 1) (reverse ends))
  let pivots = map2 (\f l -> xs[(f + l) / 2]) first last
  let less = scan (+) 0 (map2 (\x p -> i64.bool (x < p)) xs pivots)
  let equal = scan (+) 0 (map2 (\x p -> i64.bool (x == p)) xs pivots)
  let before counts f = if f == 0 then 0 else counts[f - 1]
  let place i =
    let (x, p, f, l) = (xs[i], pivots[i], first[i], last[i])
    let (less_before, equal_before) = (before less f, before equal f)
    let smaller = less[l] - less_before
    let middle = equal[l] - equal_before
    let (a, b) = (less[i] - less_before, equal[i] - equal_before)
    in if x < p
       then (f + a - 1, a == 1)
       else if x == p
       then (f + smaller + b - 1, true)
       else let c = i - f - a - b
            in (f + smaller + middle + c, c == 0)
  let (places, flags) = unzip (map place (iota m))
  in (scatter (copy xs) places xs, scatter (copy starts) places flags)

def sort [m] (xs: [m]i32) : [m]i32 =
  let (sorted, _) =
    loop (ys, starts) = (xs, map (== 0) (iota m)) while !(and starts) do step ys starts
  in sorted

entry regular [n] [m] (xss: [n][m]i32) : [n][m]i32 = map sort xss
entry irregular [n] (xss: [n][?]i32) : [n][?]i32 = map sort xss
