-- Irregular arrays zipped with others, in records in arrays, and through functions that know nothing of them.
-- ==
-- entry: zipped
-- input { empty([0]i32) empty([0][?]i32) } output { empty([0]i32) empty([0][?]i32) }
-- input { [1, 2, 3] [[], [1, 2], [3]] } output { [1, 5, 6] [[], [2, 3], [4]] }

-- ==
-- entry: in_records
-- input { empty([0][?]i32) } output { empty([0]i64) }
-- input { [[], [], []] } output { [0i64, 0i64, 0i64] }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [0i64, 0i64, 2i64, 0i64, 4i64] }
-- input { [[4], [-9, 28, 12, -4, -20, 17, 1, -15, 22, 6, -10, 27, 11, -5, 32, 16, 0, -16, 21, 5, -11, 26, 10, -6, 31,
-- 15, -1, -17, 20, 4, -12, 25, 9, -7, 30, 14, -2, -18, 19, 3], [], [9]] }
-- output { [0i64, 24i64, 0i64, 3i64] }

-- ==
-- entry: polymorphic
-- input { empty([0][?]i32) } output { empty([0][?]i32) 0i64 }
-- input { [[], [], []] } output { [[], [], []] 3i64 }
-- input { [[3, -1, 2], [], [5], [], [0, 7]] } output { [[12, -4, 8], [], [20], [], [0, 28]] 5i64 }
entry zipped [n] (ks: [n]i32) (xss: [n][?]i32) : ([n]i32, [n][?]i32) =
  let pairs = zip ks xss
  let kept = map (\(k, xs) -> k + i32.sum xs) pairs
  let (_, rows) = unzip pairs
  in (kept, map (map (+ 1)) rows)

type~ item = {name: i64, tags: []i32}
def weight (i: item) : i64 = i.name * length i.tags

entry in_records [n] (xss: [n][?]i32) : [n]i64 =
  map2 (\name tags -> weight {name, tags = filter (> 0) tags}) (iota n) xss

def swap 'a 'b (x: a, y: b) : (b, a) = (y, x)
def double [n] (xss: [n][?]i32) : [n][?]i32 = map (map (* 2)) xss

entry polymorphic [n] (xss: [n][?]i32) : ([n][?]i32, i64) =
  let (k, rows) = swap (xss, length xss)
  in (double (double rows), k)
