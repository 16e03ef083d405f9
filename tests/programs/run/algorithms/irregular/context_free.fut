-- CYK: which words does a grammar derive, and in how many ways; tables are triangles of rows.
-- ==
-- entry: main
-- input { 3i64 [0i64, 1i64, 2i64, 0i64] [97u8, 98u8, 97u8, 98u8] [0i64, 0i64, 1i64, 2i64, 0i64] [1i64, 0i64, 0i64,
-- 2i64, 2i64] [2i64, 1i64, 0i64, 2i64, 1i64] empty([0][?]u8) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { 3i64 [0i64, 1i64, 2i64, 0i64] [97u8, 98u8, 97u8, 98u8] [0i64, 0i64, 1i64, 2i64, 0i64] [1i64, 0i64, 0i64,
-- 2i64, 2i64] [2i64, 1i64, 0i64, 2i64, 1i64] empty([1][?: 0]u8) }
-- output { [0i64] empty([1][?: 0]i64) }
-- input { 3i64 [0i64, 1i64, 2i64, 0i64] [97u8, 98u8, 97u8, 98u8] [0i64, 0i64, 1i64, 2i64, 0i64] [1i64, 0i64, 0i64,
-- 2i64, 2i64] [2i64, 1i64, 0i64, 2i64, 1i64] [[98u8], [97u8, 98u8], [97u8]] }
-- output { [1i64, 2i64, 1i64] [[1i64], [2i64, 1i64], [1i64]] }

type rule = {head: i64, left: i64, right: i64}

-- The table of one word: by length of the part, a row of its start places, each with counts for all symbols.
def table (symbols: i64) (terminals: [](i64, u8)) (rules: []rule) (word: []u8) : [][?][symbols]i64 =
  let n = length word
  let count_terminals c =
    let heads = map (.0) (filter (\(_, d) -> d == c) terminals)
    in hist (+) 0 symbols heads (map (const 1) heads)
  let first: []([symbols]i64) = map count_terminals word
  let start: [][?][symbols]i64 = [first]
  in loop (rows: [][?][symbols]i64) = start for l in 2..<n + 1 do
       let row =
         map (\i ->
                let parts =
                  map (\k ->
                         let a = rows[k - 1][i]
                         let b = rows[l - k - 1][i + k]
                         in hist (+)
                                 0
                                 symbols
                                 (map (.head) rules)
                                 (map (\r -> a[r.left] * b[r.right] % 1000007) rules)) (1..<l)
                in map (\s -> i64.sum (map (\p -> p[s]) parts) % 1000007) (iota symbols)) (iota (n
                                                                                - l + 1))
       in rows ++ [row]

entry main [n] [t] [r]
           (symbols: i64)
           (heads: [t]i64)
           (letters: [t]u8)
           (hs: [r]i64)
           (ls: [r]i64)
           (rs: [r]i64)
           (words: [n][?]u8)
    : ([n]i64, [n][?]i64) =
  let terminals = zip heads letters
  let rules = map3 (\head left right -> {head, left, right}) hs ls rs
  let each (word: []u8) =
    if null word
    then (0, [])
    else let rows = table symbols terminals rules word
         let top = last rows
         in (top[0][0], map length rows)
  in unzip (map each words)
