-- A trie of words, level by level: the children of every node, and how many words end in it.
-- ==
-- entry: main
-- input { empty([0][?]u8) }
-- output { empty([1][?: 0]i64) [0i64] }
-- input { empty([1][?: 0]u8) }
-- output { empty([1][?: 0]i64) [1i64] }
-- input { [[97u8]] }
-- output { [[1i64], []] [0i64, 1i64] }
-- input { [[99u8, 97u8, 114u8], [99u8, 97u8, 116u8], [100u8, 111u8], [100u8, 111u8, 103u8], [99u8, 97u8, 114u8, 116u8],
-- [], [100u8, 111u8]] }
-- output { [[1i64, 2i64], [3i64], [4i64], [5i64, 6i64], [7i64], [8i64], [], [], []] [1i64, 0i64, 0i64, 0i64, 2i64,
-- 1i64, 1i64, 1i64, 1i64] }
-- input { [[], [97u8, 97u8, 97u8], [97u8], [], [97u8, 98u8], [97u8], [98u8, 97u8, 97u8], [98u8], [97u8, 98u8, 97u8],
-- [98u8, 97u8], [97u8, 97u8, 98u8, 97u8, 98u8], [98u8, 98u8]] }
-- output { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64], [7i64, 8i64], [9i64], [10i64], [], [], [11i64], [], [], [12i64],
-- []] [2i64, 2i64, 1i64, 0i64, 1i64, 1i64, 1i64, 1i64, 0i64, 1i64, 1i64, 0i64, 1i64] }

-- The trie of ordered words: in each round the words with another letter are told apart by their node so far.
def build [n] (words: [n][?]u8) : ?[k].([k][?]i64, [k]i64) =
  let longest = i64.max 0 (i64.maximum (map length words))
  let (_, parents, ends, _) =
    loop (at: [n]i64, parents: []i64, ends: []i64, first) = (replicate n 0, [-1], [0], 1)
    for l < longest + 1 do
      let (done, rest) = partition (\w -> length words[w] == l) (iota n)
      let live = filter (\w -> length words[w] > l) rest
      let ends = reduce_by_index (copy ends) (+) 0 (map (\w -> at[w]) done) (map (const 1) done)
      -- A key for every open word; new nodes are the different keys in order.
      let key w = at[w] * 256 + i64.u8 words[w][l]
      let keys = map key live
      let rank k = i64.sum (map (\o -> i64.bool (o < k)) keys)
      let firsts = map2 (\i k -> all (\j -> keys[j] != k) (iota i)) (indices keys) keys
      let different = map (.0) (filter (.1) (zip keys firsts))
      let place k = i64.sum (map (\o -> i64.bool (o < k)) different)
      let [m] (different: [m]i64) = different
      let ordered = scatter (replicate m 0) (map place different) different
      let at = scatter (copy at) live (map (\w -> first + place (key w)) live)
      let _ = map rank keys
      in (at, parents ++ map (/ 256) ordered, ends ++ map (const 0) ordered, first + m)
  let [k] (parents: [k]i64) = parents
  in (irregular.group k (tail parents) (map (+ 1) (iota (k - 1))), ends :> [k]i64)

entry main [n] (words: [n][?]u8) : ([][?]i64, []i64) = build words
