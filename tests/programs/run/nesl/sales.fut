-- Sales by region and product: groups of groups, their totals, medians and the best product.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0]i64) empty([0]i64) 0i64 0i64 }
-- output { empty([0][0][?]i64) empty([0][0]i64) empty([0][0]i64) empty([0]i64) }
-- input { empty([0]i64) empty([0]i64) empty([0]i64) 2i64 2i64 }
-- output { empty([2][2][?: 0, 0, 0, 0]i64) [[0i64, 0i64], [0i64, 0i64]] [[0i64, 0i64], [0i64, 0i64]] [0i64, 0i64] }
-- input { [0i64] [0i64] [5i64] 1i64 1i64 }
-- output { [[[5i64]]] [[5i64]] [[5i64]] [0i64] }
-- input { [2i64, 2i64, 1i64, 0i64, 2i64, 1i64, 2i64, 1i64, 0i64, 0i64, 1i64, 2i64, 0i64, 2i64, 0i64, 2i64, 1i64, 1i64,
-- 0i64, 0i64] [0i64, 1i64, 3i64, 1i64, 1i64, 0i64, 0i64, 2i64, 0i64, 2i64, 3i64, 3i64, 0i64, 1i64, 0i64, 3i64, 2i64,
-- 0i64, 0i64, 0i64] [5i64, 21i64, 16i64, 41i64, 5i64, 42i64, 49i64, 19i64, 42i64, 2i64, 50i64, 1i64, 12i64, 14i64,
-- 32i64, 32i64, 44i64, 0i64, 10i64, 1i64] 3i64 4i64 }
-- output { [[[42i64, 12i64, 32i64, 10i64, 1i64], [41i64], [2i64], []], [[42i64, 0i64], [], [19i64, 44i64], [16i64,
-- 50i64]], [[5i64, 49i64], [21i64, 5i64, 14i64], [], [1i64, 32i64]]] [[97i64, 41i64, 2i64, 0i64], [42i64, 0i64, 63i64,
-- 66i64], [54i64, 40i64, 0i64, 33i64]] [[12i64, 41i64, 2i64, 0i64], [42i64, 0i64, 44i64, 50i64], [49i64, 14i64, 0i64,
-- 32i64]] [0i64, 3i64, 0i64] }
-- input { [0i64, 1i64, 0i64, 1i64, 1i64, 0i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 0i64, 1i64, 0i64, 0i64,
-- 1i64, 1i64, 0i64, 0i64, 0i64, 1i64, 1i64, 0i64, 1i64, 0i64, 1i64, 1i64] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64,
-- 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64,
-- 0i64, 0i64, 0i64, 0i64] [8i64, 1i64, 3i64, 7i64, 9i64, 7i64, 7i64, 5i64, 1i64, 8i64, 2i64, 8i64, 6i64, 4i64, 4i64,
-- 5i64, 8i64, 6i64, 7i64, 4i64, 1i64, 6i64, 3i64, 2i64, 6i64, 1i64, 2i64, 8i64, 4i64, 9i64] 4i64 2i64 }
-- output { [[[8i64, 3i64, 7i64, 5i64, 1i64, 8i64, 2i64, 8i64, 6i64, 4i64, 8i64, 6i64, 1i64, 6i64, 3i64, 1i64, 8i64],
-- []], [[1i64, 7i64, 9i64, 7i64, 4i64, 5i64, 7i64, 4i64, 2i64, 6i64, 2i64, 4i64, 9i64], []], [[], []], [[], []]]
-- [[85i64, 0i64], [67i64, 0i64], [0i64, 0i64], [0i64, 0i64]] [[6i64, 0i64], [5i64, 0i64], [0i64, 0i64], [0i64, 0i64]]
-- [0i64, 0i64, 0i64, 0i64] }

type sale = {region: i64, product: i64, amount: i64}

def sort [n] (xs: [n]i64) : [n]i64 =
  let rank i = i64.sum (map (\j -> i64.bool (xs[j] < xs[i] || (xs[j] == xs[i] && j < i))) (iota n))
  in scatter (replicate n 0) (map rank (iota n)) xs

def by_region [n] (k: i64) (sales: [n]sale) : [k][?]sale =
  irregular.group k (map (.region) sales) sales

def by_product [n] (k: i64) (sales: [n]sale) : [k][?]sale =
  irregular.group k (map (.product) sales) sales

entry main [n] (regions: [n]i64) (products: [n]i64) (amounts: [n]i64) (r: i64) (p: i64)
    : ([r][p][?]i64, [r][p]i64, [r][p]i64, [r]i64) =
  let sales = map3 (\region product amount -> {region, product, amount}) regions products amounts
  let groups: [r][p][?]i64 =
    map (\region -> map (map (.amount)) (by_product p region) : [p][?]i64) (by_region r sales)
  let totals = map (map i64.sum) groups
  let medians = map (map (\xs -> if null xs then 0 else (sort xs)[length xs / 2])) groups
  let best row =
    if p == 0
    then -1
    else
      reduce_comm (\i j -> if row[j] > row[i] || (row[j] == row[i] && j < i) then j else i)
                  0
                  (iota p)
  in (groups, totals, medians, map best totals)
