-- Consumption in a branch counts after it, and what a branch gives may share memory.

def first (xs: *[]i32) : i32 = xs[0]

def consumed_in_one_branch (b: bool) (xs: *[]i32) : i32 =
  let x = if b then first xs else 0
  in x + xs[0]

def branch_is_an_alias (b: bool) (xs: *[]i32) : i32 =
  let ys = if b then [1, 2, 3] else xs
  let ys[0] = 7
  in ys[0] + xs[0]

def in_case (k: i32) (xs: *[]i32) : i32 =
  let x =
    match k
    case 0 -> first xs
    case _ -> 1
  in x + xs[0]

type t = #some ([2]i32) | #none

def scrutinee (v: *t) : (t, i32) =
  let x =
    match v
    case #some xs -> first xs
    case #none -> 0
  in (v, x)

def through_constructor (xs: *[2]i32) : (t, i32) =
  let v: t = #some xs
  let xs[0] = 7
  in (v, xs[0])

def parts_of_branch (b: bool) (xs: *[]i32) : []i32 =
  let (p, q) = if b then (xs, xs) else (let _ = first xs in ([1], [2]))
  let p[0] = 7
  in p ++ q
-- Checklist: 115.
