-- Branches that give arrays of the initial size: the loop's result has it too.
def one [m] (n: i64) (xs: [m]i64) : [m]i64 =
  let ys = loop acc = replicate m 0 for i < n do if i % 2 == 0 then xs else acc
  in map2 (+) xs ys
def two [m] (n: i64) (xs: [m]i64) (ys: [m]i64) : [m]i64 =
  let (a, b) = loop (a, b) = (xs, ys) for i < n do if i % 2 == 0 then (a, b) else (b, a)
  in map2 (+) a b
def nested [m] (n: i64) (xs: [m]i64) : [m]i64 =
  loop best = xs for i < n do
    loop inner = best for j < i do if j % 2 == 0 then xs else map (+ i) inner
-- The size that `xs` leaves open is the one that the loop begins with.
def open_parameter (m: i64) (xs: []i64) : [m]i64 =
  loop acc = replicate m 0 for i < 3i32 do if i == 1 then xs else acc
def local_function (n: i64) : [3]i64 =
  loop p = [0i64, 1, 2] for i < n do
    let pick a = if i > 2 then a else p
    in map2 (+) (pick p) p
