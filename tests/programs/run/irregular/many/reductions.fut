-- Many rows, with lengths of all kinds: reductions are the same as loops over the elements.
-- Checklist: 134.
-- ==
-- entry: sums compositions of_kept two_results
-- input { 0i64 150i64 } output { true }
-- input { 1i64 150i64 } output { true }
-- input { 2i64 150i64 } output { true }
-- input { 3i64 150i64 } output { true }
-- input { 4i64 150i64 } output { true }
-- input { 5i64 150i64 } output { true }
-- input { 1i64 3i64 } output { true }
-- input { 2i64 3i64 } output { true }
import "../lib/rows"

entry sums (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  in map i64.sum xss == fold_rows (+) 0 xss

def compose (a: i64, b: i64) (c: i64, d: i64) = (a * c % 10007, (b * c + d) % 10007)
def function (x: i64) = (x % 10 + 1, x % 10007)

entry compositions (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let expected = fold_rows (\f x -> compose f (function x)) (1, 0) xss
  in map (\xs -> reduce compose (1, 0) (map function xs)) xss == expected

entry of_kept (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let expected = fold_rows (\s x -> if x > 0 then s + x * x else s) 0 xss
  in map (\xs -> i64.sum (map (\x -> x * x) (filter (> 0) xs))) xss == expected

entry two_results (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let results = map2 (\i xs -> (i64.sum (map (* i) xs), i64.maximum xs)) (iota n) xss
  let sums = map2 (*) (iota n) (fold_rows (+) 0 xss)
  let maxima = fold_rows i64.max i64.lowest xss
  in results == zip sums maxima
