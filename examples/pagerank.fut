-- PageRank: how important pages are by the links between them. Every page gives its rank to those that it links to, in
-- equal shares; a page without links gives it to all.
--
-- Expected ranks are from a loop over all links, in another language.
-- Checklist: 55.
-- ==
-- input { empty([0][?]i64) 3 } output { empty([0]f64) }
-- input { [[1i64, 2i64], [2i64], [0i64]] 20 } output { [0.387791773f64, 0.214806141f64, 0.397402086f64] }
-- input { [[], [0i64], [0i64, 1i64], []] 10 } output { [0.43493537f64, 0.23509951f64, 0.16498256f64, 0.16498256f64] }
-- input { [[19i64], [], [1i64, 6i64], [4i64, 23i64], [12i64], [2i64, 15i64], [14i64], [8i64, 17i64], [13i64], [2i64,
-- 4i64, 7i64, 8i64, 11i64, 12i64, 13i64, 21i64, 22i64], [4i64], [21i64], [0i64], [5i64, 18i64], [0i64, 9i64], [13i64],
-- [4i64, 10i64, 11i64, 16i64, 18i64, 19i64, 20i64, 22i64], [], [21i64, 24i64], [1i64, 3i64, 12i64, 15i64, 20i64],
-- [2i64], [14i64], [3i64], [1i64, 19i64], []] 15 }
-- output { [0.0948911263f64, 0.060339977f64, 0.0528177992f64, 0.0390118549f64, 0.0399083984f64, 0.037279498f64,
-- 0.0318997879f64, 0.0132215288f64, 0.0188410932f64, 0.0400480385f64, 0.0105615094f64, 0.0143437507f64,
-- 0.0645203811f64, 0.0655314467f64, 0.0720191072f64, 0.0426505923f64, 0.0105615094f64, 0.0150588519f64,
-- 0.0384017199f64, 0.102310431f64, 0.0279412608f64, 0.0417227416f64, 0.0143437507f64, 0.0260261603f64,
-- 0.0257476844f64] }
def damping : f64 = 0.85

-- The pages that link to each page.
def sources [n] (links: [n][?]i64) : [n][?]i64 =
  let pairs: [n][?](i64, i64) = map2 (\from tos -> map (\to -> (to, from)) tos) (iota n) links
  let (tos, froms) = unzip (irregular.flatten pairs)
  in irregular.group n tos froms

def step [n] (degrees: [n]i64) (incoming: [n][?]i64) (ranks: [n]f64) : [n]f64 =
  let shares = map2 (\rank degree -> rank / f64.i64 degree) ranks degrees
  let lost = f64.sum (map2 (\rank degree -> if degree == 0 then rank else 0) ranks degrees)
  let base = (1 - damping + damping * lost) / f64.i64 n
  in map (\froms -> base + damping * f64.sum (map (\from -> shares[from]) froms)) incoming

entry main [n] (links: [n][?]i64) (steps: i32) : [n]f64 =
  let degrees = irregular.lengths links
  let incoming = sources links
  in loop ranks = replicate n (1 / f64.i64 n) for _i < steps do step degrees incoming ranks
