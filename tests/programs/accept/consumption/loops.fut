-- Loops find out which of their parameters they consume.

def fill [n] (xs: *[n]i64) : [n]i64 =
  loop xs for i < n do xs with [i] = i

def copied [n] (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for i < n do ys with [i] = xs[n - 1 - i]

def two (n: i64) : ([]i64, []i64) =
  loop (a, b) = (replicate n 0, replicate n 1) for i < n do
    let a[i] = b[i]
    let b[i] = i
    in (a, b)

def nested (n: i64) : [][]i64 =
  loop xss = replicate n (replicate n 0) for i < n do
    loop xss for j < n do
      xss with [i, j] = i * j

def swapped (n: i64) (k: i64) : []i64 =
  let (a, _) =
    loop (a, b) = (replicate n 0, replicate n 1) for i < k do
      (b, a with [0] = i)
  in a

def observed (xs: []i64) (n: i64) : []i64 =
  loop ys = xs for _i < n do map (+ 1) ys

def conditional (n: i64) : []i64 =
  loop xs = replicate n 0 for i < n do
    if i == 0 then xs else xs with [i] = 1

def until (xs: *[]i64) : []i64 =
  let (ys, _) =
    loop (ys, i) = (xs, 0) while i < length ys && ys[i] != 0 do
      (ys with [i] = 0, i + 1)
  in ys

def over_elements (xss: [][3]i64) : [3]i64 =
  loop acc = replicate 3 0 for xs in xss do
    let acc[0] = acc[0] + xs[0]
    in acc

def annotated (n: i64) : []i64 =
  loop (xs: *[]i64) = iota n for i < n do xs with [i] = 7

def copied_row (n: i64) : i64 =
  let a = replicate n (iota n)
  let b = replicate n (iota n)
  let a = loop a for i < n do a with [i] = b[i]
  let b[0, 0] = 7
  in a[0, 0] + b[0, 0]

type state = {xs: [3]i64, step: i64}

def record (s: *state) : state =
  loop s for _i < 10i32 do
    s with xs[s.step % 3] = s.step
