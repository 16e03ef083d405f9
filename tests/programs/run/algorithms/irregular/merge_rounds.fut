-- Rows are merged in pairs until one is left: a while loop that carries an irregular array.
-- ==
-- entry: main
-- input { empty([0][?]i64) }
-- output { empty([0]i64) 0i64 }
-- input { empty([1][?: 0]i64) }
-- output { empty([0]i64) 0i64 }
-- input { [[3i64, 1i64, 2i64]] }
-- output { [1i64, 2i64, 3i64] 0i64 }
-- input { [[1i64], [], [2i64, 0i64]] }
-- output { [0i64, 1i64, 2i64] 2i64 }
-- input { [[-1i64, -5i64], [11i64, 1i64, 10i64, 14i64, 5i64], [20i64], [-1i64, 8i64, 17i64, 4i64, -4i64], [3i64],
-- [18i64, -6i64, 13i64, -5i64, 15i64], [4i64, 2i64, -2i64, -6i64]] }
-- output { [-6i64, -6i64, -5i64, -5i64, -4i64, -2i64, -1i64, -1i64, 1i64, 2i64, 3i64, 4i64, 4i64, 5i64, 8i64, 10i64,
-- 11i64, 13i64, 14i64, 15i64, 17i64, 18i64, 20i64] 3i64 }
-- input { [[], [4i64], [-4i64], [], [], [-9i64, 16i64], [12i64, 14i64], [5i64, 7i64, 15i64], [], [-6i64], [8i64, 1i64,
-- -9i64], [], [], [], [-1i64, 11i64], []] }
-- output { [-9i64, -9i64, -6i64, -4i64, -1i64, 1i64, 4i64, 5i64, 7i64, 8i64, 11i64, 12i64, 14i64, 15i64, 16i64] 4i64 }

def merge (xs: []i64) (ys: []i64) : []i64 =
  let below (zs: []i64) (x: i64) (also_equal: bool) : i64 =
    (loop (low, high) = (0, length zs) while low < high do
       let middle = (low + high) / 2
       in if zs[middle] < x || (also_equal && zs[middle] == x) then (middle + 1, high) else (low, middle)).0
  let places = map2 (\i x -> i + below ys x false) (indices xs) xs ++ map2 (\i y -> i + below xs y true) (indices ys) ys
  let all = xs ++ ys
  in scatter (copy all) places all

def sort_row (row: []i64) : []i64 =
  loop (sorted: []i64) = [] for x in row do merge sorted [x]

entry main [n] (rows: [n][?]i64) : ([]i64, i64) =
  let start: [n][?]i64 = map sort_row rows
  let (rows, rounds) =
    loop (rows: [][?]i64, rounds) = (start, 0) while length rows > 1 do
      let [k] (rows: [k][?]i64) = rows
      let pairs: [][?]i64 = map (\i -> merge rows[2 * i] rows[2 * i + 1]) (iota (k / 2))
      let rest = if k % 2 == 1 then rows[k - 1:] else rows[:0]
      in (pairs ++ rest, rounds + 1)
  in (if null rows then [] else rows[0], rounds)
