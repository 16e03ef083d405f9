def outer (n: i64) : []i64 =
  let zeros = replicate n 0
  in loop xs = iota n for i < n do
       let xs[i] = 7
       in if xs[0] == 0 then xs else zeros

def same_twice (n: i64) : ([]i64, []i64) =
  loop (xs: *[]i64, ys: *[]i64) = (iota n, iota n) for _i < 10i32 do (xs, xs)

def observed_and_consumed (n: i64) : ([]i64, []i64) =
  loop (row, xs) = (iota n, iota n) for i < n do
    let xs[i] = row[0]
    in (xs[0:n], xs)

def element (xss: [][3]i64) : [3]i64 =
  loop acc = replicate 3 0 for xs in xss do
    let acc[0] = xs[0]
    in if acc[0] == 0 then acc else xs
