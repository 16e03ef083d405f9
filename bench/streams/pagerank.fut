-- PageRank of pages whose links stand in a file: page and page, in no order. Every step reads them again.
-- Floats within 32 ulps: what links give is added up in another order.
-- Checklist: 87.
-- ==
-- entry: from_memory
-- input { 3i64 20 [0, 0, 1, 1, 2] [1, 2, 0, 2, 0] }
-- output { [0.43274853433691524f64, 0.23391813232975125f64, 0.33333333333333326f64] }

-- ==
-- entry: in_memory
-- input { 3i64 20 [0, 0, 1, 1, 2] [1, 2, 0, 2, 0] }
-- output { [0.43274853433691524f64, 0.23391813232975125f64, 0.33333333333333326f64] }

def damping : f64 = 0.85

-- What a page gives along each of its links, and what pages without links give to all.
def gifts [n] (degrees: [n]i32) (ranks: [n]f64) : ([n]f64, f64) =
  ( map2 (\degree rank -> rank / f64.i32 (i32.max 1 degree)) degrees ranks
  , f64.sum (map2 (\degree rank -> if degree == 0 then rank else 0) degrees ranks))

def next_ranks [n] (to_all: f64) (received: [n]f64) : [n]f64 =
  map (\sum -> (1 - damping) / f64.i64 n + damping * (sum + to_all / f64.i64 n)) received

def ranks_of (n: i64) (steps: i32) (degrees: [n]i32) (receive: [n]f64 -> [n]f64) : [n]f64 =
  loop ranks = replicate n (1 / f64.i64 n) for _i < steps do
    let (along, to_all) = gifts degrees ranks
    in next_ranks to_all (receive along)

entry main (n: i64) (steps: i32) (links: seq (i32, i32)) : seq f64 =
  let degrees = seq.hist (+) 0 n (seq.map (\(from, _) -> (i64.i32 from, 1)) links)
  let receive along =
    seq.hist (+) 0 n (seq.map (\(from, to) -> (i64.i32 to, along[i64.i32 from])) links)
  in seq.of_array (ranks_of n steps degrees receive)

entry in_memory [m] (n: i64) (steps: i32) (links: [m](i32, i32)) : seq f64 =
  let degrees = hist (+) 0 n (map (\(from, _) -> i64.i32 from) links) (replicate m 1)
  let receive along =
    hist (+)
         0
         n
         (map (\(_, to) -> i64.i32 to) links)
         (map (\(from, _) -> along[i64.i32 from]) links)
  in seq.of_array (ranks_of n steps degrees receive)

-- For tests, whose input may be a pipe.
entry from_memory [m] (n: i64) (steps: i32) (links: [m](i32, i32)) : seq f64 =
  main n steps (seq.of_array links)
