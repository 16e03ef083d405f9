-- Many rows, with lengths of all kinds: branches, loops and recursion that differ from row to row.
-- Checklist: 10, 25, 98.
-- ==
-- entry: branches classes loops whiles sorted
-- input { 0i64 100i64 } output { true }
-- input { 1i64 100i64 } output { true }
-- input { 2i64 100i64 } output { true }
-- input { 3i64 100i64 } output { true }
-- input { 4i64 100i64 } output { true }
-- input { 5i64 100i64 } output { true }
-- input { 1i64 3i64 } output { true }
-- input { 2i64 3i64 } output { true }
import "../lib/rows"

entry branches (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let results =
    map2 (\i xs -> if i % 3 == 0 then i64.sum xs else length (filter (> 0) xs)) (iota n) xss
  let sums = fold_rows (+) 0 xss
  let counts = fold_rows (\c x -> if x > 0 then c + 1 else c) 0 xss
  in results == map3 (\i s c -> if i % 3 == 0 then s else c) (iota n) sums counts

-- Seven classes, which give rows of other lengths.
entry classes (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let results: [n][?]i64 =
    map2 (\i xs ->
            match i % 7
            case 0 -> xs
            case 1 -> filter (> 0) xs
            case 2 -> []
            case 3 -> [i64.sum xs]
            case 4 -> xs ++ xs
            case 5 -> iota i
            case _ -> scan (+) 0 xs) (iota n) xss
  let positive = fold_rows (\c x -> if x > 0 then c + 1 else c) 0 xss
  let expected i =
    match i % 7
    case 1 -> positive[i]
    case 2 -> 0
    case 3 -> 1
    case 4 -> 2 * length xss[i]
    case 5 -> i
    case _ -> length xss[i]
  let sum = fold_rows (+) 0 xss
  let kept = fold_rows (\s x -> if x > 0 then s + x else s) 0 xss
  let running = (unzip (fold_rows (\(s, t) x -> (s + x, t + s + x)) (0, 0) xss)).1
  let expected_sum i =
    match i % 7
    case 1 -> kept[i]
    case 2 -> 0
    case 4 -> 2 * sum[i]
    case 5 -> i * (i - 1) / 2
    case 6 -> running[i]
    case _ -> sum[i]
  in map length results == map expected (iota n) && map i64.sum results == map expected_sum (iota n)

entry loops (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let results: [n][?]i64 = map2 (\i xs -> loop ys = xs for j < i % 5 do map (+ j) ys) (iota n) xss
  let expected: [n][?]i64 = map2 (\i xs -> let k = i % 5 in map (+ k * (k - 1) / 2) xs) (iota n) xss
  in same results expected

-- How often a row can be halved.
entry whiles (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let results =
    map (\xs ->
           (loop (k, ys: []i64) = (0, xs) while length ys > 0 do
              (k + 1, map (\i -> ys[2 * i] + 1) (iota (length ys / 2)))).0) xss
  in results == map (\l -> if l == 0 then 0 else 64 - i64.i32 (i64.clz l)) (lengths kind n)

def quicksort [n] (xs: [n]i64) : [n]i64 =
  if n <= 1
  then xs
  else let pivot = xs[n / 2]
       let (less, equal, greater) = partition2 (< pivot) (== pivot) xs
       in (quicksort less ++ equal ++ quicksort greater) :> [n]i64

entry sorted (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let results: [n][?]i64 = map quicksort xss
  let in_order = map (\xs -> and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (indices xs))) results
  let power x = (x % 1009 + 1) * (x + 3)
  in and in_order
     && map i64.sum results == fold_rows (+) 0 xss
     && map (\xs -> i64.sum (map power xs)) results == fold_rows (\s x -> s + power x) 0 xss
     && irregular.lengths results == lengths kind n
