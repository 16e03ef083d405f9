-- Huffman codes of each of many texts: codes as rows of bits, the encoded texts, and their decoding again.
-- ==
-- entry: main
-- input { empty([0][?]u8) }
-- output { empty([0]i64) empty([0]bool) empty([0]bool) }
-- input { empty([1][?: 0]u8) }
-- output { [0i64] [true] [false] }
-- input { [[103u8, 98u8, 101u8, 99u8, 97u8, 97u8, 99u8, 101u8], [100u8, 100u8, 97u8, 97u8, 103u8, 101u8, 99u8,
-- 101u8], [99u8, 99u8, 99u8, 99u8], [98u8, 99u8, 97u8, 102u8, 102u8, 99u8, 101u8, 98u8]] }
-- output { [18i64, 18i64, 0i64, 18i64] [true, true, true, true] [false, false, true, false] }

type tree_node = {left: i64, right: i64, symbol: i64}

def counts (text: []u8) : [8]i64 =
  hist (+) 0 8 (map (\c -> i64.u8 (c - 'a')) text) (map (const 1) text)

-- Nodes 0 to 7 are symbols; the others are made by joining the two lightest.
def build (weights: [8]i64) : ([15]tree_node, i64) =
  let nodes = map (\i -> {left = -1, right = -1, symbol = if i < 8 then i else -1}) (iota 15)
  let lightest [m] (w: [m]i64) : i64 =
    (reduce (\a b -> if w[b] < w[a] then b else a) 0 (iota m))
  let big = i64.highest
  let w = map (\i -> if i < 8 && weights[i] > 0 then weights[i] else big) (iota 15)
  let (nodes, w, next) =
    loop (nodes, w, next) = (nodes, w, 8) while i64.sum (map (\x -> i64.bool (x != big)) w) > 1 do
      let a = lightest w
      let wa = w[a]
      let w = w with [a] = big
      let b = lightest w
      let wb = w[b]
      let w = w with [b] = big
      in (nodes with [next] = {left = a, right = b, symbol = -1}, w with [next] = wa + wb, next + 1)
  in (nodes, if all (== big) w then -1 else if next == 8 then lightest w else next - 1)

def codes (nodes: [15]tree_node) (root: i64) : [8][?]bool =
  let path (s: i64) : []bool =
    let parent i = (reduce (\a b -> if a >= 0 then a else b)
                           (-1)
                           (map (\p -> if nodes[p].left == i || nodes[p].right == i then p else -1)
                                (iota 15)))
    let (bits, _) =
      loop (bits, at) = ([], s) while at != root && parent at >= 0 do
        let p = parent at
        in ([nodes[p].right == at] ++ bits, p)
    in bits
  in if root < 0 then map (\_ -> []) (iota 8) else map path (iota 8)

def encode (table: [8][?]bool) (text: []u8) : []bool =
  irregular.flatten (map (\c -> table[i64.u8 (c - 'a')]) text)

def decode (nodes: [15]tree_node) (root: i64) (bits: []bool) : []u8 =
  let symbol s = 'a' + u8.i64 s
  let (out, _) =
    loop (out, at) = ([], root) for b in bits do
      let at = if b then nodes[at].right else nodes[at].left
      in if nodes[at].symbol >= 0 then (out ++ [symbol nodes[at].symbol], root) else (out, at)
  in out

entry main [n] (texts: [n][?]u8) : ([n]i64, [n]bool, [n]bool) =
  unzip3 (map (\text ->
                 let (nodes, root) = build (counts text)
                 let table = codes nodes root
                 let bits = encode table text
                 let single = length (filter (> 0) (counts text)) == 1
                 let again = if single then text else decode nodes root bits
                 in (length bits, text == again, single)) texts)
