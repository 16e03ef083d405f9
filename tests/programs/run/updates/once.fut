-- What is overwritten is overwritten once, whatever memory the code beside it needs.
-- ==
-- entry: counted
-- input { [0i64, 3i64, 1i64, 3i64, 40i64, 3i64, 7i64] }
-- output { [22240i64, 101i64, 100i64, 282i64] }

-- ==
-- entry: in_order
-- input { [0i64, 3i64, 1i64, 3i64, 40i64, 3i64, 7i64] }
-- output { [7i64, 24i64, 26i64, 43i64, 22223i64, 22240i64, 22387i64] }

-- ==
-- entry: halved
-- input { [0i64, 3i64, 1i64, 3i64, 40i64, 3i64, 7i64] }
-- output { [8i64, 12i64, 14i64, 18i64]
-- [8i64, 12i64, 14i64, 18i64, 59i64, 63i64, 71i64] }

-- ==
-- entry: deep
-- input { [5i64, 3i64, 1i64, 3i64, 9i64, 3i64, 7i64] }
-- output { [17i64, 14i64, 22i64, 32i64, 54i64, 69i64, 105i64] }

-- An array of its own for each number.
def work (x: i64) : i64 =
  let squares = #[sequential] map (\j -> j * j) (iota (x + 1))
  let last = loop squares = copy squares for j < x do squares with [j + 1] = squares[j + 1] + squares[j]
  in last[x]

-- Bins of a histogram.
entry counted (xs: []i64) : [4]i64 =
  reduce_by_index (replicate 4 100) (+) 0 (map (% 4) xs) (map work xs)

-- Elements of an array, one after the other.
entry in_order [n] (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for i < n do ys with [i] = ys[i] + ys[(i + n - 1) % n] + work xs[i]

-- The same where the size of another result is known in the end only.
#[noinline]
def halve [n] (xs: *[n]i64) : ([]i64, [n]i64) =
  let ys = loop ys = xs for i < n do ys with [i] = ys[i] + ys[(i + n - 1) % n] + 1
  let (kept, k) =
    loop (kept, k) = (replicate n 0, 0) for y in ys do
      if y % 2 == 0 then (kept with [k] = y, k + 1) else (kept, k)
  in (copy kept[:k], ys)

entry halved [n] (xs: [n]i64) : ([]i64, [n]i64) = halve (copy xs)

-- Recursion that changes an array.
#[noinline]
def bump [n] (xs: *[n]i64) (i: i64) (depth: i64) : *[n]i64 =
  if depth == 0 || i >= n
  then xs
  else let xs = xs with [i] = xs[i] + depth
       let xs = bump xs (i + 1) (depth - 1)
       in bump xs (i + 2) (depth - 1)

entry deep [n] (xs: [n]i64) : [n]i64 = bump (copy xs) 0 12
