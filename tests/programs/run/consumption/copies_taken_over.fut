-- A copy of what nobody needs any more may be the array itself; a copy of what somebody needs may not: the caller, another
-- result, a later iteration, a constant, another argument, a part of the array.
-- ==
-- entry: calls
-- input { [1, 2, 3] } output { [[1, 2, 3], [11, 2, 3], [21, 2, 3], [121, 2, 3]] }
-- input { empty([0]i32) } output { empty([4][0]i32) }

#[noinline]
def add [n] (x: i32) (xs: [n]i32) : *[n]i32 =
  if n == 0 then copy xs else let ys = copy xs in ys with [0] = ys[0] + x

entry calls [n] (xs: [n]i32) : [4][n]i32 =
  let once = add 10 xs
  let twice = add 10 once
  let last = add 100 twice
  in [xs, once, twice, last]

-- ==
-- entry: iterations
-- input { 4i64 [1, 2, 3] } output { [41, 2, 3] [1, 2, 3] [31, 2, 3] }
-- input { 0i64 [1, 2, 3] } output { [1, 2, 3] [1, 2, 3] [1, 2, 3] }

entry iterations [n] (k: i64) (xs: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  let (ys, before) = loop (ys, _) = (xs, xs) for _i < k do (add 10 ys, ys)
  in (copy ys, xs, copy before)

-- ==
-- entry: others
-- input { [1, 2, 3] } output { [8, 2, 3] [1, 2, 3] [7, 8, 9] [107, 8, 9] [12, 3] 1 }

#[noinline]
def two [n] (xs: [n]i32) (ys: [n]i32) : ([n]i32, [n]i32) = (add 7 xs, ys)

def table : [3]i32 = [7, 8, 9]

entry others [n] (xs: [n]i32) =
  let (a, b) = two xs xs
  let c = add 100 table
  let part = add 10 xs[1:]
  in (a, b, copy table, c, part, xs[0])
