-- Sparse matrices as rows of (column, value): product by Gustavson's rows, transposition, sum, and solving by levels.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?]f64) empty([0]f64) }
-- output { empty([0][?]i64) empty([0][?]f64) empty([0][?]i64) empty([0]f64) 0i64 }
-- input { [[0i64]] [[2.0f64]] [0.34442820935566076f64] }
-- output { [[0i64]] [[4.0f64]] [[0i64]] [0.17221410467783038f64] 1i64 }
-- input { [[0i64, 4i64], [3i64], [0i64, 2i64], [0i64], [2i64, 3i64]] [[3.0f64, 4.0f64], [2.0f64], [4.0f64, 2.0f64],
-- [2.0f64], [4.0f64, 3.0f64]] [0.036095607205157254f64, 0.767596457690664f64, 0.04644547471460192f64,
-- -0.2104010844601656f64, 0.5075738291069924f64] }
-- output { [[0i64, 2i64, 3i64], [1i64, 4i64], [0i64, 2i64, 3i64, 4i64], [0i64, 2i64, 3i64], [1i64, 2i64, 4i64]]
-- [[25.0f64, 12.0f64, 6.0f64], [4.0f64, 6.0f64], [12.0f64, 20.0f64, 8.0f64, 8.0f64], [6.0f64, 8.0f64, 4.0f64],
-- [6.0f64, 8.0f64, 25.0f64]] [[0i64, 2i64, 3i64], [], [2i64, 4i64], [1i64, 4i64], [0i64]] [0.018047803602578627f64,
-- 0.383798228845332f64, -0.012872869847856294f64, -0.12324834583266142f64, 0.46440517299820094f64] 3i64 }

type entry_ = {column: i64, value: f64}
type matrix [n] = [n][?]entry_

def dense_row [k] (m: i64) (row: [k]entry_) : [m]f64 =
  reduce_by_index (replicate m 0) (+) 0 (map (.column) row) (map (.value) row)

def sparse_row [m] (xs: [m]f64) : []entry_ =
  filter (\e -> e.value != 0) (map2 (\column value -> {column, value}) (iota m) xs)

def (<*>) [n] [m] (a: matrix [n]) (b: matrix [m]) : (k: i64) -> matrix [n] =
  \k ->
    map (\row ->
           let terms: [][?]entry_ =
             map (\e -> map (\f -> f with value = f.value * e.value) b[e.column]) row
           in sparse_row (dense_row k (irregular.flatten terms))) a

def transposed [n] (m: i64) (a: matrix [n]) : matrix [m] =
  let pairs: [n][?](i64, entry_) =
    map2 (\i row -> map (\e -> (e.column, {column = i, value = e.value})) row) (iota n) a
  let (keys, entries) = unzip (irregular.flatten pairs)
  in irregular.group m keys entries

-- The level of each unknown of a lower triangular system: one more than the highest that it needs.
def levels [n] (l: matrix [n]) : [n]i64 =
  loop level = replicate n 0 for i < n do
    let below = map (\e -> if e.column < i then level[e.column] + 1 else 0) l[i]
    in level with [i] = i64.max 0 (i64.maximum below)

def solve [n] (l: matrix [n]) (b: [n]f64) : ([n]f64, i64) =
  let level = levels l
  let depth = if n == 0 then 0 else 1 + i64.maximum level
  let by_level: [depth][?]i64 = irregular.group depth level (iota n)
  let x =
    loop x = replicate n 0f64 for d < depth do
      let rows = by_level[d]
      let values =
        map (\i ->
               let known =
                 f64.sum (map (\e -> if e.column == i then 0 else e.value * x[e.column]) l[i])
               let diagonal = f64.sum (map (\e -> if e.column == i then e.value else 0) l[i])
               in (b[i] - known) / diagonal) rows
      in scatter x rows values
  in (x, depth)

entry main [n] (columns: [n][?]i64) (values: [n][?]f64) (b: [n]f64)
    : ([n][?]i64, [n][?]f64, [n][?]i64, [n]f64, i64) =
  let a: matrix [n] = irregular.map2 (\column value -> {column, value}) columns values
  let at = transposed n a
  let p = (a <*> at) n
  let lower: matrix [n] =
    map2 (\i row -> filter (\e -> e.column < i) row ++ [{column = i, value = 2}]) (iota n) a
  let (x, depth) = solve lower b
  in (map (map (.column)) p, map (map (.value)) p, map (map (.column)) at, x, depth)
