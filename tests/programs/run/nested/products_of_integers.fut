-- Products in which numbers are added and the smallest sum is kept, as for the shortest paths of a graph: in tiles, in tiles of
-- columns that are packed, and with one thread for each row.

def smallest [n] (xs: [n]i32) (ys: [n]i32) : i32 =
  reduce i32.min i32.highest (map2 (+) xs ys)

def of_rows [n][m][p] (a: [n][p]i32) (b: [m][p]i32) : [n][m]i32 =
  map (\xs -> map (\ys -> smallest xs ys) b) a

def of_columns [n][m][p] (a: [n][p]i32) (b: [p][m]i32) : [n][m]i32 = of_rows a (transpose b)

def in_threads [n][m][p] (a: [n][p]i32) (b: [m][p]i32) : [n][m]i32 =
  #[flattening(only_outer)] map (\xs -> map (\ys -> smallest xs ys) b) a

def in_order [n][m][p] (a: [n][p]i32) (b: [m][p]i32) : [n][m]i32 =
  #[sequential] map (\xs -> #[sequential] map (\ys ->
                                                 loop least = i32.highest for k < p do
                                                   i32.min least (xs[k] + ys[k])) b) a

def number (k: i64) : i32 = i32.i64 ((k * 7919 + 13) % 1009) - 500

def matrix (n: i64) (m: i64) : [n][m]i32 = tabulate_2d n m (\i j -> number (i * 31 + j))

-- ==
-- entry: same
-- input { 40i64 33i64 37i64 } output { true }
-- input { 3i64 5i64 300i64 } output { true }
-- input { 17i64 16i64 1i64 } output { true }
-- input { 17i64 70i64 0i64 } output { true }
entry same (n: i64) (m: i64) (p: i64) : bool =
  let a = matrix n p
  let b = matrix m p
  let expected = in_order a b
  let equal (c: [n][m]i32) = and (map2 (\xs ys -> and (map2 (==) xs ys)) c expected)
  in equal (of_rows a b) && equal (of_columns a (transpose b)) && equal (in_threads a b)
