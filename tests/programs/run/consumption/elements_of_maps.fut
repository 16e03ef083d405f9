-- An element of a map that is an array belongs to whoever asks for it, although it is equal to what the map reads.

-- ==
-- entry: one_row
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [777i64, 2i64] [[1i64, 2i64], [3i64, 4i64]] }

#[noinline]
def first_row [n] (xss: [n][n]i64) : *[n]i64 = (map (\x -> x) xss)[0]

entry one_row [n] (xss: [n][n]i64) : ([n]i64, [n][n]i64) =
  let r = first_row xss
  let r2 = r with [0] = 777
  in (r2, xss)

-- ==
-- entry: two_rows
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [5i64, 2i64] [1i64, 6i64] [[1i64, 2i64], [3i64, 4i64]] }

-- Each of two results is its own, too.
#[noinline]
def twice [n] (xss: [n][n]i64) : (*[n]i64, *[n]i64) =
  let yss = map (\x -> x) xss
  let zss = map (\x -> x) xss
  in (yss[0], zss[0])

entry two_rows [n] (xss: [n][n]i64) : ([n]i64, [n]i64, [n][n]i64) =
  let (a, b) = twice xss
  let a2 = a with [0] = 5
  let b2 = b with [1] = 6
  in (a2, b2, xss)

-- ==
-- entry: captured
-- input { [1i64, 2i64] 1i64 } output { [9i64, 2i64] [1i64, 2i64] }

-- What the function of the map gives is an array around it.
#[noinline]
def same_for_all [n] (xs: [n]i64) (i: i64) : *[n]i64 = (map (\_ -> xs) (iota 3))[i]

entry captured [n] (xs: [n]i64) (i: i64) : ([n]i64, [n]i64) =
  let ys = same_for_all xs i
  let zs = ys with [0] = 9
  in (zs, xs)

-- ==
-- entry: in_loop
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [11i64, 2i64] [[1i64, 2i64], [3i64, 4i64]] }

entry in_loop [n] (xss: [n][n]i64) : ([n]i64, [n][n]i64) =
  let row = (map (\x -> x) xss)[0]
  let last = loop r = row for i < 11 do r with [0] = i + 1
  in (last, xss)
