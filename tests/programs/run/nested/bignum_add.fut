-- Numbers of many digits (the last one first), added by a scan over carries.
-- ==
-- input { [[9, 4, 8, 9, 8, 5, 7], [6, 1, 6], [8], [2, 8, 6, 3, 3], [3, 3, 5], [], [9, 9, 9, 9, 9, 9, 9, 9], []] [[4, 4, 0, 0, 8, 6], [8, 6, 9, 4], [7, 7], [4, 6, 0, 1, 7, 9, 5], [8, 0], [2, 3, 4, 5, 9, 9, 1], [1], []] }
-- output { [[3, 9, 8, 9, 6, 2, 8, 0], [4, 8, 5, 5, 0], [5, 8, 0], [6, 4, 7, 4, 0, 0, 6, 0], [1, 4, 5, 0], [2, 3, 4, 5, 9, 9, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1], [0]] }
-- input { [] [] }
-- output { [] }

type carry = #kill | #propagate | #generate

def combine (a: carry) (b: carry) : carry =
  match (a, b)
  case (_, #kill) -> #kill
  case (_, #generate) -> #generate
  case (x, #propagate) -> x

def pad [k] (n: i64) (xs: [k]i32) : [n]i32 = map (\i -> if i < k then xs[i] else 0) (iota n)

def add [n] [m] (xs: [n]i32) (ys: [m]i32) : []i32 =
  let k = i64.max n m
  let sums = map2 (+) (pad k xs) (pad k ys)
  let carries =
    map (\s : carry -> if s < 9 then #kill else if s == 9 then #propagate else #generate) sums
  let prefix = scan combine #propagate carries
  let digits =
    tabulate (k + 1) (\i ->
                        let s = if i < k then sums[i] else 0
                        let c =
                          if i > 0 then (match prefix[i - 1] case #generate -> 1 case _ -> 0) else 0
                        in (s + c) % 10)
  in digits

entry main [n] (as: [n][?]i32) (bs: [n][?]i32) : [n][?]i32 = map2 add as bs
