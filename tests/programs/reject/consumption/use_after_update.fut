-- A value is used after an in-place update of it, or of what it shares memory with.

def direct (xs: *[]i32) : []i32 =
  let _ = xs with [0] = 7
  in xs

def through_let (xs: *[]i32) : i32 =
  let ys = xs
  let xs[0] = 7
  in ys[0] + xs[0]

def through_ascription (xs: *[]i32) : i32 =
  let ys: *[]i32 = xs
  let ys[0] = 7
  in ys[0] + xs[0]

def through_slice (xs: *[]i32) : []i32 =
  let ys = xs[1:]
  let xs[0] = 7
  in ys ++ xs

def through_row [n] [m] (xss: *[n][m]i32) : ([m]i32, [n][m]i32) =
  let row = xss[0]
  let xss[1, 0] = 7
  in (row, xss)

def through_record (xs: *[]i32) : i32 =
  let r = {xs, n = 1}
  let xs[0] = 7
  in r.xs[0] + xs[0]

def through_tuple_pattern (xs: *[]i32) : i32 =
  let (_, b) = (2, xs)
  let b[0] = 7
  in b[0] + xs[0]

def through_record_update (xs: []i32) (ys: *[]i32) : (([]i32, []i32), []i32) =
  let pair = (xs, ys) with 0 = xs
  let ys[0] = 7
  in (pair, ys)

def through_field_update (r: {a: []i32, n: i32}) (xs: *[]i32) : i32 =
  let r.a = xs
  let xs[0] = 7
  in r.a[0] + xs[0]

def through_coercion [n] (xs: *[n]i32) : ([3]i32, [n]i32) =
  let ys = xs :> [3]i32
  let xs[0] = 7
  in (ys, xs)

def other_field_of_consumed (r: *([]i32, []i32)) : ([]i32, []i32) =
  let a = r.0 with [0] = 7
  in (a, r.1)

def twice (xs: *[]i32) : ([]i32, []i32) =
  let ys = xs with [0] = 7
  let zs = xs with [0] = 8
  in (ys, zs)

def shadowing_does_not_help (n: i64) : []i64 =
  let a = iota n
  let c = let a = a let a[0] = 7 in a
  in c ++ a
-- Checklist: 113.
