-- Filters are done in blocks of items, by vectors of them where the machine has an instruction for it: lengths around those
-- of vectors and blocks, elements of all sizes, several arrays at once, and rows.
-- ==
-- entry: halves
-- input { [0i64, 1i64, 7i64, 8i64, 9i64, 15i64, 16i64, 17i64, 63i64, 64i64, 65i64, 255i64, 256i64, 257i64, 1000i64] }
-- output { true }
-- entry: small_elements
-- input { 1000i64 } output { [250i64, 31554i64] }
-- entry: sizes_together
-- input { 1000i64 } output { true }
-- entry: pairs
-- input { 777i64 } output { true }
-- entry: ends
-- input { 300i64 } output { [0i64, 300i64, 1i64, 299i64] }
-- entry: rows
-- input { 40i64 100i64 } output { true }
def kept (n: i64) : []i64 = filter (\i -> i * i % 7 < 3) (iota n)

-- The same one by one.
def expected (n: i64) : []i64 =
  let (count, out) =
    loop (count, out) = (0, replicate n 0) for i < n do
      if i * i % 7 < 3 then (count + 1, out with [count] = i) else (count, out)
  in take count out

entry halves (sizes: []i64) : bool =
  let check n =
    let [k] (xs: [k]i64) = kept n
    let ys = expected n
    in k == length ys && and (map2 (==) xs (ys :> [k]i64))
  in loop all = true for n in sizes do all && check n

entry small_elements (n: i64) : []i64 =
  let bytes = map u8.i64 (iota n)
  let words = map i16.i64 (iota n)
  let chosen = filter (\(b, w) -> b % 4 == 3 && w >= 0) (zip bytes words)
  in [length chosen,
      i64.sum (map (\(b, w) -> if b % 4 == 3 then i64.i16 w % 256 else -1000) chosen)]

entry sizes_together (n: i64) : bool =
  let all = map (\i -> (i % 5 == 0, u8.i64 i, i16.i64 i, i)) (iota n)
  let chosen = filter (\(b, _, _, i) -> b || i % 3 == 1) all
  in and (map (\(b, c, w, i) -> b == (i % 5 == 0) && c == u8.i64 i && w == i16.i64 i) chosen)
     && i64.sum (map (.3) chosen)
        == i64.sum (map (\i -> if i % 5 == 0 || i % 3 == 1 then i else 0) (iota n))

entry pairs (n: i64) : bool =
  let all = map (\i -> (i, f32.i64 i, i32.i64 (i % 100), f64.i64 i / 2)) (iota n)
  let (a, b, c, d) = unzip4 (filter (\(_, _, c, d) -> c > 20 && d < 300) all)
  in and (map2 (\i x -> f32.i64 i == x) a b)
     && and (map2 (\i x -> i32.i64 (i % 100) == x) a c)
     && and (map2 (\i x -> f64.i64 i / 2 == x) a d)
     && length a == i64.sum (map (\i -> if i % 100 > 20 && i < 600 then 1 else 0) (iota n))

entry ends (n: i64) : []i64 =
  [ length (filter (< 0) (iota n))
  , length (filter (>= 0) (iota n))
  , length (filter (== n - 1) (iota n))
  , length (filter (!= n / 2) (iota n))
  ]

entry rows (n: i64) (m: i64) : bool =
  let lengths = map (\i -> length (filter (\j -> (i + j) % 3 == 0) (iota m))) (iota n)
  let exact = map (\i -> i64.sum (map (\j -> if (i + j) % 3 == 0 then 1 else 0) (iota m))) (iota n)
  let all: [n][?]i64 = map (\i -> filter (\j -> (i + j) % 3 == 0) (iota m)) (iota n)
  let sums = map i64.sum all
  let exact_sums =
    map (\i -> i64.sum (map (\j -> if (i + j) % 3 == 0 then j else 0) (iota m))) (iota n)
  in and (map2 (==) lengths exact) && and (map2 (==) sums exact_sums)
