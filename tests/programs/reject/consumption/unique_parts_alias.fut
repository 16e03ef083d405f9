def pair (xs: []i64) : ([]i64, []i64) = (xs, xs)

def same_twice (n: i64) : (*[]i64, *[]i64) =
  let xs = iota n
  in (xs, xs)

def same_field (r: (*[]i32, *[]i32)) : (*[]i32, *[]i32) = (r.0, r.0)

def with_observed (n: i64) : (*[]i64, []i64) =
  let xs = iota n
  in (xs, xs[1:])

def parts_of_call (xs: []i64) : (*[]i64, *[]i64) = pair (copy xs)

def parts_of_loop (n: i64) : (*[]i64, *[]i64) =
  loop _ = (iota n, iota n) for i < n do
    let xs = replicate n i
    in (xs, xs)
