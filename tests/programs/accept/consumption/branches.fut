-- Only one branch is taken.

def first (xs: *[]i64) : i64 = xs[0]
def look (xs: []i64) : i64 = xs[0]

def both_consume (b: bool) (n: i64) : i64 =
  let xs = iota n
  let ys = xs
  in if b
     then let c = look ys in first xs + c
     else let c = look xs in first ys + c

def one_consumes_the_other_returns (b: bool) (n: i64) : []i64 =
  let xs = iota n
  let ys = if b then xs else (let xs[0] = 7 in xs)
  in ys with [1] = 8

def cases (k: i32) (xs: *[]i64) : i64 =
  match k
  case 0 -> first xs
  case 1 -> look xs
  case _ -> 0
