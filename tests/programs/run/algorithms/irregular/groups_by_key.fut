-- Sorting and grouping by keys in a parametric module, at several types, inside of rows too.
-- ==
-- entry: main
-- input { empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [3i64] }
-- output { [[3i64]] }
-- input { [10i64, 9i64, 16i64, 4i64, 21i64, 19i64, 38i64, 37i64, 0i64, 38i64, 21i64, 4i64, 19i64, 22i64, 19i64,
-- 30i64, 20i64] }
-- output { [[10i64, 0i64, 30i64, 20i64], [16i64, 21i64, 21i64], [37i64, 22i64], [38i64, 38i64], [9i64, 4i64, 19i64,
-- 4i64, 19i64, 19i64]] }
-- entry: largest
-- input { empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { empty([2][?: 0, 0]i64) }
-- output { [0i64, 0i64] empty([2][?: 0, 0]i64) }
-- input { [[15i64, 22i64], [], [], [27i64], [], [11i64, 12i64, 18i64, 26i64, 0i64, 14i64, 1i64, 22i64]] }
-- output { [2i64, 0i64, 0i64, 1i64, 0i64, 3i64] [[15i64], [], [], [27i64], [], [12i64, 18i64, 0i64]] }
-- entry: points
-- input { [1i64, 1i64, 0i64, 1i64, 3i64, 2i64, 2i64, 2i64, 3i64] [0i64, 2i64, 2i64, 0i64, 3i64, 0i64, 1i64, 2i64,
-- 2i64] }
-- output { [2i64, 0i64, 3i64, 1i64, 5i64, 6i64, 7i64, 8i64, 4i64] }
module type ordered = { type t val less : t -> t -> bool }

module sorting (o: ordered) = {
  def sort [n] 'a (key: a -> o.t) (xs: [n]a) : [n]a =
    let keys = map key xs
    let before i j = o.less keys[i] keys[j] || (!(o.less keys[j] keys[i]) && i < j)
    let rank i = i64.sum (map (\j -> i64.bool (before j i)) (iota n))
    in scatter (copy xs) (map rank (iota n)) xs

  -- Runs of equal keys of a sorted array.
  def groups [n] 'a (key: a -> o.t) (xs: [n]a) : ?[k].[k][?]a =
    let sorted = sort key xs
    let begins i = i == 0 || o.less (key sorted[i - 1]) (key sorted[i])
    let starts = filter begins (iota n)
    let [k] (starts: [k]i64) = starts
    let found: [k][?]a = map (\i -> sorted[starts[i]:(if i + 1 < k then starts[i + 1] else n)]) (iota k)
    in found
}

module by_number = sorting { type t = i64 def less (a: i64) (b: i64) = a < b }
module by_length = sorting { type t = (i64, i64) def less (a: t) (b: t) = a.0 < b.0 || (a.0 == b.0 && a.1 < b.1) }

entry main (xs: []i64) : [][?]i64 = by_number.groups (% 5) xs

-- Of every row: how many groups, and the largest one.
entry largest [n] (rows: [n][?]i64) : ([n]i64, [n][?]i64) =
  let found: [n](i64, [?]i64) =
    map (\row ->
           let groups = by_number.groups (% 3) row
           let lengths = irregular.lengths groups
           let k = length lengths
           in if k == 0 then (0, [])
              else let best = reduce (\i j -> if lengths[j] > lengths[i] then j else i) 0 (iota k)
                   in (k, groups[best]))
        rows
  in unzip found

entry points [n] (xs: [n]i64) (ys: [n]i64) : [n]i64 =
  map (.2) (by_length.sort (\(x, y, _) -> (x, y)) (zip3 xs ys (iota n)))
