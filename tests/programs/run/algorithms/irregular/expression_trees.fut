-- Expression trees of different shapes as children rows: values by levels from the leaves, symbolic derivatives by
-- recursion that builds new trees, and depth of every node by pointer jumping.
-- ==
-- entry: main
-- input { empty([0][?]i64) empty([0][?][?]i64) 15i64 }
-- output { empty([0]i64) empty([0]i64) empty([0][?]i64) }
-- input { [[-3i64]] empty([1][?: 1][?: 0]i64) 18i64 }
-- output { [18i64] [1i64] [[0i64]] }
-- input { [[-3i64], [], [-2i64, -1i64, -3i64, 3i64], [-2i64, -1i64, 9i64, -3i64, -1i64, -3i64, -3i64, 0i64, -2i64,
-- -3i64]] [[[]], [], [[1i64], [2i64, 3i64], [], []], [[1i64, 4i64, 8i64], [2i64, 3i64], [], [], [5i64, 6i64, 7i64],
-- [], [], [], [9i64], []]] 2i64 }
-- output { [2i64, 0i64, 5i64, 88i64] [1i64, 0i64, 1i64, 96i64] [[0i64], [], [2i64, 1i64, 0i64, 0i64], [2i64, 1i64,
-- 0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 1i64, 0i64]] }

type node = #num i64 | #add | #mul | #var
type~ tree = {kinds: []node, children: [][?]i64}

def read (code: i64) : node =
  match code
  case -1 -> #add
  case -2 -> #mul
  case -3 -> #var
  case n -> #num n

-- Children come after their parents, so heights settle from the end.
def heights (t: tree) : []i64 =
  let n = length t.children
  in loop h = replicate n 0 for u < n do
       let i = n - 1 - u
       in h with [i] = 1 + i64.max (-1) (i64.maximum (map (\c -> h[c]) t.children[i]))

def evaluate (x: i64) (t: tree) : i64 =
  let n = length t.children
  let h = heights t :> [n]i64
  let top = if n == 0 then 0 else 1 + h[0]
  let levels: [top][?]i64 = irregular.group top h (iota n)
  let values =
    loop values = replicate n 0 for level in levels do
      scatter values
              level
              (map (\i ->
                      match t.kinds[i]
                      case #num k -> k
                      case #var -> x
                      case #add -> i64.sum (map (\c -> values[c]) t.children[i]) % 10007
                      case #mul ->
                        reduce (\a b -> a * b % 10007) 1 (map (\c -> values[c]) t.children[i])) level)
  in if n == 0 then 0 else values[0]

-- The derivative at x together with the value, by recursion over the nodes.
def dual (x: i64) (t: tree) (i: i64) : (i64, i64) =
  match t.kinds[i]
  case #num k -> (k, 0)
  case #var -> (x, 1)
  case #add ->
    reduce (\(a, b) (c, d) -> ((a + c) % 10007, (b + d) % 10007))
           (0, 0)
           (map (dual x t) t.children[i])
  case #mul ->
    reduce (\(a, b) (c, d) -> (a * c % 10007, (a * d + b * c) % 10007))
           (1, 0)
           (map (dual x t) t.children[i])

entry main [n] (codes: [n][?]i64) (children: [n][?][?]i64) (x: i64) : ([n]i64, [n]i64, [n][?]i64) =
  let one (c: []i64) (ch: [][?]i64) : (i64, i64, []i64) =
    let t = {kinds = map read c, children = ch}
    in (evaluate x t, if null c then 0 else (dual x t 0).1, heights t)
  in unzip3 (map2 one codes children : [n](i64, i64, [?]i64))
