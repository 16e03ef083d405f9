-- A function that is called for few points, with a loop whose array grows in every iteration.
-- ==
-- input { [2i64, 0i64, 5i64] } output { [7i64, 1i64, 16i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
#[noinline]
def grown (n: i64) : i64 =
  let xs = loop (xs: []i64) = [1] for _i < 3 do xs ++ scan (+) 0 (replicate n 1)
  in i64.sum (map (\x -> if x > 0 then 1 else 0) xs)

entry main (ns: []i64) : []i64 = map grown ns
