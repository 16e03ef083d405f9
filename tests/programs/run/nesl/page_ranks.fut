-- PageRank with vertices that lead nowhere, by sums over the rows of the reversed graph.
-- ==
-- entry: main
-- input { empty([0][?]i64) 3i64 }
-- output { empty([0]f64) }
-- input { empty([1][?: 0]i64) 5i64 }
-- output { [1.0f64] }
-- input { [[1i64], [0i64, 2i64], []] 10i64 }
-- output { [0.30329439673286f64, 0.3934112065342795f64, 0.30329439673286f64] }
-- input { [[2i64, 5i64], [3i64, 5i64], [0i64, 1i64, 4i64, 6i64, 7i64], [0i64, 1i64, 2i64, 4i64], [5i64], [0i64, 2i64],
-- [1i64, 4i64], [3i64, 4i64, 5i64, 7i64]] 7i64 }
-- output { [0.16898354572232233f64, 0.09169800635299472f64, 0.20563887105821488f64, 0.07209420597429383f64,
-- 0.10611766502973578f64, 0.2338164053226807f64, 0.053615820931508296f64, 0.06803547960824936f64] }
-- input { [[3i64, 9i64, 15i64, 16i64], [3i64, 6i64, 8i64, 12i64, 16i64], [2i64, 12i64], [15i64], [], [6i64, 16i64,
-- 18i64], [14i64], [], [3i64, 10i64], [], [1i64, 8i64, 9i64, 10i64, 11i64], [2i64, 9i64, 15i64], [11i64, 12i64],
-- [4i64], [1i64, 11i64, 12i64, 17i64, 19i64], [9i64, 13i64, 17i64], [9i64], [7i64], [5i64], [2i64, 9i64]] 4i64 }
-- output { [0.017057373861762152f64, 0.031476658550998265f64, 0.0802375502911603f64, 0.03792986406640625f64,
-- 0.05046719119249131f64, 0.04083523763346354f64, 0.03501205474602141f64, 0.05749976535915799f64,
-- 0.028374719196831596f64, 0.10929734808868634f64, 0.035261335547092015f64, 0.07428007597504341f64,
-- 0.106212661062283f64, 0.03737306618381076f64, 0.045836081591796876f64, 0.07347303552228009f64,
-- 0.03846128666116898f64, 0.04574332650759548f64, 0.029743733776403356f64, 0.025427634185546874f64] }

def reversed [n] (graph: [n][?]i64) : [n][?]i64 =
  let edges: [n][?](i64, i64) = map2 (\v row -> map (\w -> (w, v)) row) (iota n) graph
  let (to, from) = unzip (irregular.flatten edges)
  in irregular.group n to from

entry main [n] (graph: [n][?]i64) (rounds: i64) : [n]f64 =
  let back = reversed graph
  let size = f64.i64 n
  in loop ranks = replicate n (1 / size) for _i < rounds do
       let shares = map2 (\r row -> if null row then 0 else r / f64.i64 (length row)) ranks graph
       let lost = f64.sum (map2 (\r row -> if null row then r else 0) ranks graph)
       in map (\row -> 0.15 / size + 0.85 * (lost / size + f64.sum (map (\v -> shares[v]) row))) back
