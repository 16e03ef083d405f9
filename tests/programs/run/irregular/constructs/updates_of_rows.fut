-- Uniqueness and updates of irregular arrays, inside and outside of maps.
-- ==
-- entry: bumped
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) empty([0][?]i64) }
-- input { empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- input { empty([2][?: 0, 0]i64) }
-- output { empty([2][?: 0, 0]i64) empty([2][?: 0, 0]i64) }
-- input { [[9i64, 8i64], [-2i64, -9i64], [6i64, 0i64], [], [7i64, 8i64, -8i64]] }
-- output { [[9i64, 9i64], [8i64, 2i64], [26i64, 21i64], [], [47i64, 49i64, 34i64]] [[9i64, 8i64], [-2i64, -9i64],
-- [6i64, 0i64], [], [7i64, 8i64, -8i64]] }

-- ==
-- entry: bumped_each
-- input { empty([0][?][?]i64) }
-- output { empty([0][?][?]i64) }
-- input { empty([1][?: 4][?: 0, 0, 0, 0]i64) }
-- output { empty([1][?: 4][?: 0, 0, 0, 0]i64) }
-- input { [[], [[], [8i64, -2i64], [-1i64]]] }
-- output { [[], [[], [18i64, 9i64], [19i64]]] }
-- input { [[[6i64, 9i64, -5i64, 4i64], [], [-9i64, -2i64, -8i64]], [[7i64], [0i64, -3i64, -2i64, -4i64], [4i64, 6i64,
-- -6i64, -4i64], [7i64]], [[-8i64, 9i64, 8i64, -4i64], [-9i64]], [[4i64, 2i64, 1i64, 5i64], [-8i64, -9i64, 9i64,
-- -3i64]], [[8i64], [6i64], [4i64, 5i64, -6i64], [-4i64]]] }
-- output { [[[6i64, 10i64, -3i64, 7i64], [], [11i64, 19i64, 14i64]], [[7i64], [10i64, 8i64, 10i64, 9i64], [24i64,
-- 27i64, 16i64, 19i64], [37i64]], [[-8i64, 10i64, 10i64, -1i64], [1i64]], [[4i64, 3i64, 3i64, 8i64], [2i64, 2i64,
-- 21i64, 10i64]], [[8i64], [16i64], [24i64, 26i64, 16i64], [26i64]]] }

-- ==
-- entry: counted
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { empty([2][?: 0, 0]i64) [[-1i64, -1i64, -1i64, 0i64], [-1i64, 0i64, 0i64, 0i64]] }
-- output { empty([2][?: 0, 0]i64) }
-- input { [[9i64, 8i64], [-2i64, -9i64], [6i64, 0i64], [], [7i64, 8i64, -8i64]] [[2i64, 0i64], [2i64, 2i64, 0i64,
-- -1i64, 1i64, 1i64], [], [], [2i64, -1i64, 2i64, 2i64]] }
-- output { [[10i64, 8i64], [-1i64, -7i64], [6i64, 0i64], [], [7i64, 8i64, -5i64]] }

-- ==
-- entry: rows_scattered
-- input { empty([0][?]i64) empty([0]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) [0i64] empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { empty([2][?: 0, 0]i64) empty([0]i64) empty([0][?]i64) }
-- output { empty([2][?: 0, 0]i64) }
-- input { [[9i64, 8i64], [-2i64, -9i64], [6i64, 0i64], [], [7i64, 8i64, -8i64]] [1i64] [[8i64, -9i64, 6i64]] }
-- output { [[9i64, 8i64], [8i64, -9i64, 6i64], [6i64, 0i64], [], [7i64, 8i64, -8i64]] }

-- ==
-- entry: rows_swapped
-- input { empty([0][?][?]i64) }
-- output { empty([0][?][?]i64) }
-- input { empty([1][?: 4][?: 0, 0, 0, 0]i64) }
-- output { empty([1][?: 4][?: 0, 0, 0, 0]i64) }
-- input { [[], [[], [8i64, -2i64], [-1i64]]] }
-- output { [[], [[-1i64], [8i64, -2i64], []]] }
-- input { [[[6i64, 9i64, -5i64, 4i64], [], [-9i64, -2i64, -8i64]], [[7i64], [0i64, -3i64, -2i64, -4i64], [4i64, 6i64,
-- -6i64, -4i64], [7i64]], [[-8i64, 9i64, 8i64, -4i64], [-9i64]], [[4i64, 2i64, 1i64, 5i64], [-8i64, -9i64, 9i64,
-- -3i64]], [[8i64], [6i64], [4i64, 5i64, -6i64], [-4i64]]] }
-- output { [[[-9i64, -2i64, -8i64], [], [6i64, 9i64, -5i64, 4i64]], [[7i64], [0i64, -3i64, -2i64, -4i64], [4i64,
-- 6i64, -6i64, -4i64], [7i64]], [[-9i64], [-8i64, 9i64, 8i64, -4i64]], [[-8i64, -9i64, 9i64, -3i64], [4i64, 2i64,
-- 1i64, 5i64]], [[-4i64], [6i64], [4i64, 5i64, -6i64], [8i64]]] }

-- ==
-- entry: scattered
-- input { empty([0][?]i64) empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { empty([2][?: 0, 0]i64) empty([2][?: 0, 0]i64) }
-- output { empty([2][?: 0, 0]i64) }
-- input { [[9i64, 8i64], [-2i64, -9i64], [6i64, 0i64], [], [7i64, 8i64, -8i64]] [[], [], [], [], [4i64, 1i64]] }
-- output { [[9i64, 8i64], [-2i64, -9i64], [6i64, 0i64], [], [7i64, 100i64, -8i64]] }

-- ==
-- entry: slices
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) }
-- output { empty([1][?: 0]i64) }
-- input { empty([2][?: 0, 0]i64) }
-- output { empty([2][?: 0, 0]i64) }
-- input { [[9i64, 8i64], [-2i64, -9i64], [6i64, 0i64], [], [7i64, 8i64, -8i64]] }
-- output { [[9i64, 16i64], [-2i64, -18i64], [6i64, 0i64], [], [7i64, 16i64, -16i64]] }

-- ==
-- entry: triangle
-- input { empty([0][?]i64) }
-- output { empty([0][?]i64) }
-- input { empty([1][?: 0]i64) }
-- output { [[0i64]] }
-- input { empty([2][?: 0, 0]i64) }
-- output { [[0i64, 1i64], [0i64]] }
-- input { [[9i64, 8i64], [-2i64, -9i64], [6i64, 0i64], [], [7i64, 8i64, -8i64]] }
-- output { [[9i64, 8i64, 0i64, 4i64], [-2i64, -9i64, 1i64, 3i64], [6i64, 0i64, 2i64], [-2i64, -9i64, 1i64], [9i64,
-- 8i64, 0i64]] }

def set_row [n] 'a (xss: *[n][?]a) (i: i64) (row: []a) : *[n][?]a = xss with [i] = row

def bump_all [n] (xss: *[n][?]i64) : *[n][?]i64 =
  loop xss for i < n do
    let k = length xss[i]
    in loop xss for j < k do xss with [i, j] = xss[i, j] + i * 10 + j

-- Rows are replaced by ones of other lengths.
entry triangle [n] (xss: [n][?]i64) : [n][?]i64 =
  loop (yss: *[n][?]i64) = copy xss for i < n do
    let row = yss[i]
    in set_row yss (n - 1 - i) (row ++ [i])

entry bumped [n] (xss: [n][?]i64) : ([n][?]i64, [n][?]i64) =
  let yss = bump_all (copy xss)
  in (yss, xss)

-- In each point of a map.
entry bumped_each [m] (xsss: [m][?][?]i64) : [m][?][?]i64 =
  map (\xss -> bump_all (copy xss)) xsss

entry rows_swapped [m] (xsss: [m][?][?]i64) : [m][?][?]i64 =
  map (\xss ->
         let n = length xss
         in if n < 2
            then xss
            else let a = copy xss[0]
                 let b = copy xss[n - 1]
                 let ys = copy xss
                 let ys = ys with [0] = b
                 in ys with [n - 1] = a) xsss

-- Slices of rows are overwritten.
entry slices [n] (xss: [n][?]i64) : [n][?]i64 =
  map (\xs ->
         let k = length xs
         let ys = copy xs
         let half = k / 2
         let ys[:half] = reverse (copy ys[:half])
         let ys[half:] = map (* 2) xs[half:]
         in ys) xss

entry scattered [n] (xss: [n][?]i64) (is: [n][?]i64) : [n][?]i64 =
  map2 (\xs js -> scatter (copy xs) js (map (* 100) js)) xss is

entry rows_scattered [n] [m] (xss: [n][?]i64) (is: [m]i64) (yss: [m][?]i64) : [n][?]i64 =
  scatter (copy xss) is yss

entry counted [n] (xss: [n][?]i64) (is: [n][?]i64) : [n][?]i64 =
  map2 (\xs js -> reduce_by_index (copy xs) (+) 0 js (map (const 1) js)) xss is
