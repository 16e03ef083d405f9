-- Rows beside scalars, and rows of rows, that are reduced, scanned and put in bins.
-- ==
-- entry: tuples
-- input { [1i64, 0, 3, 2] }
-- output { [0i64, 0, 1, 2, 0, 1] 6i64 [1i64, 1, 4, 6] }

-- ==
-- entry: deep
-- input { [1i64, 0, 3, 2] }
-- output { [1i64, 1, 4, 6] [1i64, 4, 8, 13, 15] }

-- ==
-- entry: deep_hist
-- input { [1i64, 0, 3, 2] }
-- output { [4i64, 4] [1i64, 0, 3, 2] }

-- ==
-- entry: commutative
-- input { [1i64, 0, 3, 2] }
-- output { 6i64 }

-- ==
-- entry: nested_reduce
-- input { [1i64, 0, 3, 2] }
-- output { [2i64, 2, 9, 14] }

def triangle [n] (ls: [n]i64) : [n][?]i64 = map iota ls

entry tuples [n] (ls: [n]i64) : ([]i64, i64, [n]i64) =
  let (r, s) = reduce (\(a, x) (b, y) -> (a ++ b, x + y)) ([], 0) (zip (triangle ls) ls)
  let scanned = scan (\(a, x) (b, y) -> (a ++ b, x + y)) ([], 0) (zip (triangle ls) ls)
  let (rows, _) = unzip scanned
  in (r, s, map length (rows: [n][?]i64))

entry deep [n] (ls: [n]i64) : ([n]i64, []i64) =
  let d: [n][?][?]i64 = map (\l -> map iota (map (+ l) (iota l)) : [][?]i64) ls
  let s: [n][?][?]i64 = scan (\a b -> irregular.append a b) [] d
  let r: [][?]i64 = reduce (\a b -> irregular.append a b) [] d
  in (map length s, scan (+) 0 (take 5 (map length r)))

entry deep_hist [n] (ls: [n]i64) : ([2]i64, []i64) =
  let d: [n][?][?]i64 = map (\l -> [iota l, [l]] : [][?]i64) ls
  let h: [2][?][?]i64 = hist (\a b -> irregular.append a b) [] 2 (map (\i -> i % 2) (iota n)) d
  in (map length h, map (\l -> l) ls)

entry commutative [n] (ls: [n]i64) : i64 =
  length (reduce_comm (++) [] (triangle ls))

-- The operator reduces rows itself.
entry nested_reduce [n] (ls: [n]i64) : [n]i64 =
  let s: [n][?]i64 =
    scan (\a b -> reduce (++) [] ([a, b, take (i64.min 1 (length b)) a]: [3][?]i64)) [] (triangle ls)
  in map2 (\r l -> length r + l) s (scan (+) 0 ls)
