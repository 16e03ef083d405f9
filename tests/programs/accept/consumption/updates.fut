-- In-place updates of what is owned.

def param (xs: *[]i32) (i: i64) : []i32 = xs with [i] = xs[i] + 1

def own_local (n: i64) : []i64 =
  let xs = iota n
  let xs[0] = 7
  let xs[1:2] = [8]
  in xs

def row [n] [m] (xss: *[n][m]i32) (ys: [m]i32) : *[n][m]i32 =
  let xss[0] = ys
  let xss[1] = copy xss[0]
  in xss

def elements_have_no_aliases (xs: *[]i32) : ([]i32, i32) =
  let x = xs[0]
  let xs[0] = xs[1]
  let xs[1] = x
  in (xs, x)

def value_is_computed_first [n] (xs: *[n]f32) : []f32 =
  xs with [0:2] = map (/ xs[0]) xs[0:2]

def index_is_computed_first (xs: *[]i64) (ys: *[]i64) : []i64 =
  let total (zs: *[]i64) : i64 = i64.sum zs
  in ys with [xs[0]] = total xs

def temporaries : [3]i64 = iota 3 with [0] = 7
def of_a_copy (xs: []i32) : []i32 = copy xs with [0] = 7

def path (r: *{xs: [3]i32, n: i32}) = r with xs[0] = 7

def chain (r: *([3]i32, [3]i32)) = (r with 0[0] = 1) with 1[0] = 2
