-- A branch that gives an array of another size makes the size of the loop parameter vary.
def by_index (n: i64) : []i64 = loop best = [] for i < n do if i % 2 == 0 then iota i else best
def declared (n: i64) : []i64 = loop best: []i64 = [9] for i < n do if i > 2 then iota (2 * i) else best
def rows [m] [k] (xss: [m][k]i64) : []i64 =
  loop best = [] for xs in xss do if length xs > length best then xs else best
def cases (n: i64) : []i64 =
  loop best = [] for i < n do
    match i % 3
    case 0 -> iota i
    case 1 -> best
    case _ -> filter (> 1) best
def constructor [k] (n: i64) (choice: #none | #some ([k]i64)) : []i64 =
  loop best = [] for _i < n do
    match choice
    case #none -> best
    case #some xs -> xs
def record (n: i64) =
  loop state = {best = [1i64], k = 0i64} for i < n do
    if i % 2 == 0 then {best = iota i, k = i} else state
def matrix (n: i64) = loop acc: [][]i64 = [[1]] for i < n do if i % 2 == 0 then replicate 2 (iota i) else acc
def inside_map (n: i64) (k: i64) =
  map (\i -> length (loop best = [] for j < k do if (i + j) % 2 == 0 then iota j else best)) (iota n)
-- The inner loop begins with an array whose size varies in the outer one.
def nested (n: i64) : []i64 =
  loop best = [] for i < n do
    loop inner = best for j < i do if j % 2 == 0 then iota i else inner
def nested_open (n: i64) (xs: []i64) : []i64 =
  loop best = xs for i < n do
    loop inner = best for j < i do if j % 2 == 0 then iota i else inner
-- Two parameters that begin with different sizes.
def swap [m] [k] (n: i64) (xs: [m]i64) (ys: [k]i64) =
  loop (a, b) = (xs, ys) for i < n do if i % 2 == 0 then (a, b) else (b, a)
-- The empty array does not say that `xs` is empty.
def open_parameter (xs: []i64) (n: i64) : []i64 =
  loop best = [] for i < n do if i == 3 then xs else best
def use_open_parameter (n: i64) : []i64 = open_parameter (iota n) 4
-- A function inside of the loop works on arrays of the current size.
def local_function (n: i64) : []i64 =
  loop acc = [] for i < n do
    let pick = \(xs: []i64) -> if i > 2 then xs else acc
    in pick acc ++ [i]
