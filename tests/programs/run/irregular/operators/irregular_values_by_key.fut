-- Values that are irregular themselves, with operators that change the lengths of their rows.
-- ==
-- entry: added_to
-- input { [0i64,2,0,1,5] [1i64,2,3,4,2] }
-- output { [[100i64, 0, 0, 1, 2], [0i64, 1, 2, 3], [7i64, 8, 0, 1]] }

-- ==
-- entry: by_key
-- input { [0i64,2,0,1,5] [1i64,2,3,4,2] }
-- output { [[0i64, 0, 1, 2], [0i64, 1, 2, 3], [0i64, 1], []] }

-- ==
-- entry: reduced
-- input { [1i64,2,3,4,0] }
-- output { [[0i64,0,1,0,1,2,0,1,2,3],[1i64,2,3,4,0]] }

-- ==
-- entry: scanned
-- input { [1i64,0,2,1,3] }
-- output { [[0i64],[0i64],[0i64,0,1],[0i64,0,1,0],[0i64,0,1,0,0,1,2]] [[1i64],[1i64,0],[1i64,0,2],[1i64,0,2,1],[1i64,0,2,1,3]] }

-- ==
-- entry: by_two_keys
-- input { [0i64,1,0,1,1] [1i64,0,1,1,7] [1i64,2,3,1,2] }
-- output { [[9i64], [0i64,0,1,2], [9i64,0,1], [9i64,0]] }
def triangle [n] (lengths: [n]i64) : [n][?]i64 = map iota lengths

entry added_to [n] (is: [n]i64) (lengths: [n]i64) : [3][?]i64 =
  let bins: [3][?]i64 = [[100], [], [7, 8]]
  in reduce_by_index (copy bins) (++) [] is (triangle lengths)

entry by_key [n] (is: [n]i64) (lengths: [n]i64) : [4][?]i64 = hist (++) [] 4 is (triangle lengths)

def pairs [n] (lengths: [n]i64) : [n][2][?]i64 = map (\k -> [iota k, [k]] : [2][?]i64) lengths

def both (a: [2][?]i64) (b: [2][?]i64) : [2][?]i64 = map2 (++) a b

entry reduced [n] (lengths: [n]i64) : [2][?]i64 =
  reduce both ([[], []] : [2][?]i64) (pairs lengths)

entry scanned [n] (lengths: [n]i64) : ([n][?]i64, [n][?]i64) =
  let prefixes: [n][2][?]i64 = scan both ([[], []] : [2][?]i64) (pairs lengths)
  in (map (\x -> x[0]) prefixes, map (\x -> x[1]) prefixes)

entry by_two_keys [n] (is: [n]i64) (js: [n]i64) (lengths: [n]i64) : [4][?]i64 =
  let bins: [2][2][?]i64 = [[[9], []], [[9], [9]]]
  let filled: [2][2][?]i64 =
    reduce_by_index_2d (copy bins) (++) [] (zip is js) (triangle lengths)
  in [filled[0, 0], filled[0, 1], filled[1, 0], filled[1, 1]]
