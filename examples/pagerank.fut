-- PageRank: how important pages are by the links between them. Every page gives its rank to those that it links to, in
-- equal shares; a page without links gives it to all.
--
-- Expected ranks are from a loop over all links, in another language.
-- Floats within 8 ulps: shares are added up in another order.
-- Checklist: 55.
-- ==
-- input { empty([0][?]i64) 3 } output { empty([0]f64) }
-- input { [[1i64, 2i64], [2i64], [0i64]] 20 } output { [0.3877917729355985f64, 0.21480614125781464f64, 0.39740208580658654f64] }
-- input { [[], [0i64], [0i64, 1i64], []] 10 } output { [0.4349353699065398f64, 0.2350995098264387f64, 0.16498256013351076f64, 0.16498256013351076f64] }
-- input { [[19i64], [], [1i64, 6i64], [4i64, 23i64], [12i64], [2i64, 15i64], [14i64], [8i64, 17i64], [13i64], [2i64,
-- 4i64, 7i64, 8i64, 11i64, 12i64, 13i64, 21i64, 22i64], [4i64], [21i64], [0i64], [5i64, 18i64], [0i64, 9i64], [13i64],
-- [4i64, 10i64, 11i64, 16i64, 18i64, 19i64, 20i64, 22i64], [], [21i64, 24i64], [1i64, 3i64, 12i64, 15i64, 20i64],
-- [2i64], [14i64], [3i64], [1i64, 19i64], []] 15 }
-- output { [0.0948911263390982f64, 0.06033997696202732f64, 0.05281779916159512f64, 0.039011854908264774f64, 0.039908398378474465f64, 0.03727949802794922f64,
-- 0.03189978791376906f64, 0.013221528822528035f64, 0.018841093199785816f64, 0.04004803854521877f64, 0.01056150937818207f64, 0.014343750690195686f64,
-- 0.06452038110270429f64, 0.06553144665154159f64, 0.07201910721600363f64, 0.042650592252198506f64, 0.01056150937818207f64, 0.015058851887772198f64,
-- 0.03840171989561687f64, 0.10231043148617483f64, 0.027941260838351398f64, 0.04172274163315656f64, 0.014343750690195686f64, 0.02602616025745199f64,
-- 0.02574768438356191f64] }
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
