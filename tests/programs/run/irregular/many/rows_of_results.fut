-- Many rows, with lengths of all kinds: operators that give rows are the same as loops over all elements.
-- Checklist: 98, 134.
-- ==
-- entry: mapped scanned filtered appended histograms
-- input { 0i64 150i64 } output { true }
-- input { 1i64 150i64 } output { true }
-- input { 2i64 150i64 } output { true }
-- input { 3i64 150i64 } output { true }
-- input { 4i64 150i64 } output { true }
-- input { 5i64 150i64 } output { true }
-- input { 1i64 3i64 } output { true }
-- input { 2i64 3i64 } output { true }
import "../lib/rows"

-- Goes over all elements, row after row, with a value that starts anew in each row; gives what `f` gives.
def walk [n] (f: i64 -> i64 -> i64) (start: i64) (xss: [n][?]i64) : [n][?]i64 =
  let flat = copy (irregular.flatten xss)
  let offsets = irregular.offsets xss
  let ls = irregular.lengths xss
  let walked =
    loop flat for i < n do
      (loop (s, flat) = (start, flat) for j < ls[i] do
         let s = f s flat[offsets[i] + j]
         in (s, flat with [offsets[i] + j] = s)).1
  in irregular.from_lengths ls walked

entry mapped (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  in same (map (map (\x -> x * 3 - 1)) xss) (walk (\_ x -> x * 3 - 1) 0 xss)

entry scanned (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  in same (map (scan (+) 0) xss) (walk (+) 0 xss)
     && same (map (scan i64.max i64.lowest) xss) (walk i64.max i64.lowest xss)

entry filtered (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let kept = fold_rows (\k x -> if x % 3 == 0 then k + 1 else k) 0 xss
  let expected = irregular.from_lengths kept (filter (\x -> x % 3 == 0) (irregular.flatten xss))
  in same (map (filter (\x -> x % 3 == 0)) xss) expected

entry appended (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let joined: [n][?]i64 = map (\xs -> xs ++ map i64.neg (reverse xs)) xss
  in map length joined == map (* 2) (lengths kind n)
     && all (== 0) (map i64.sum joined)
     && same (map (\xs -> take (length xs / 2) xs) joined) xss

entry histograms (kind: i64) (n: i64) : bool =
  let xss = rows kind n
  let counts = map (\xs -> hist (+) 0 5 (map (% 5) xs) (map (const 1i64) xs)) xss
  let expected k = fold_rows (\c x -> if x % 5 == k then c + 1 else c) 0 xss
  in and (map (\k -> map (\c -> c[k]) counts == expected k) (iota 5))
