-- What shares memory, and what does not.

def alias_dies_with_it (xs: *[]i32) : []i32 =
  let ys = xs
  let zs = ys[1:]
  in zs with [0] = 7

def fresh_from_map (xs: *[]i32) : ([]i32, []i32) =
  let ys = map (+ 1) xs
  let xs[0] = 7
  in (xs, ys)

def tuple_parts_are_apart (n: i64) : ([]i64, []i64) =
  let (a, b) = (iota n, iota n)
  let a[0] = 1
  let b[0] = 2
  in (a, b)

def observed_results (xs: []i32) : []i32 = xs
def owner_may_consume_through_call (xs: *[]i32) : []i32 =
  let ys = observed_results xs
  in ys with [0] = 7

def returned_as_unique (xs: *[]i32) : *[]i32 = observed_results xs

def shadowed (n: i64) : []i64 =
  let a = iota n
  let c =
    let (a, b) = (iota n, a)
    let a[0] = length b
    in a
  in c ++ a

def branches_do_not_mix (b1: bool) (b2: bool) (xs: *[]i32) (ys: *[]i32) (zs: *[]i32) =
  let v = if b1 then xs else ys
  let _w = if b2 then ys else zs
  let v[0] = 7
  in (v, zs)

def array_literals_copy (xs: *[2]i32) : ([][2]i32, [2]i32) =
  let yss = [xs, xs]
  in (yss, xs with [0] = 7)

type t [n] = #left ([n]i32) | #right ([n]i32) i32

def sum_parts [n] (v: *t [n]) : [n]i32 =
  match v
  case #left xs -> xs with [0] = 7
  case #right xs x -> xs with [0] = x

def record_update (r: {a: []i32, b: []i32}) (xs: *[]i32) : {a: []i32, b: []i32} =
  let s = r with a = xs
  in r with a = (s.a with [0] = 7)

def field_update (r: {a: []i32, n: i32}) (n: i32) =
  let r.n = n
  in r
