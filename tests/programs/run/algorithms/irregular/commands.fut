-- Commands with rows inside of sums, worked off by match; their results are rows of other lengths.
-- ==
-- entry: main
-- input { empty([0]i64) empty([0][?]i64) }
-- output { empty([0]i64) empty([0][?]i64) }
-- input { [0i64, 1i64, 3i64] empty([3][?: 0, 0, 0]i64) }
-- output { [0i64, -1i64, 0i64] empty([3][?: 0, 0, 0]i64) }
-- input { [0i64, 1i64, 2i64, 3i64, 2i64] [[1i64, 2i64], [5i64, 7i64, 3i64], [2i64, 3i64, 4i64], [1i64, 1i64, 1i64],
-- [9i64]] }
-- output { [3i64, 7i64, 18i64, 3i64, 0i64] [[1i64, 2i64], [3i64, 7i64, 5i64], [1i64, 1i64], [], []] }
-- input { [1i64, 2i64, 0i64, 2i64, 1i64, 0i64, 3i64, 3i64, 0i64, 0i64] [[1i64, 6i64, 9i64], [4i64, -3i64, -3i64, 1i64,
-- 11i64, 20i64, 12i64, 1i64], [4i64, -7i64, 11i64, 7i64, 16i64, 17i64], [3i64, -7i64, -3i64, 9i64, -2i64, -8i64, -3i64,
-- -6i64], [-3i64, -1i64], [0i64, 13i64, -1i64, -4i64, 10i64], [19i64, -9i64], [13i64, -2i64, 18i64, 17i64, -2i64],
-- [-8i64, -9i64, 16i64, 11i64], [-1i64, -5i64, 13i64, 11i64, 1i64]] }
-- output { [9i64, 477i64, 48i64, 13i64, -1i64, 18i64, 2i64, 5i64, 10i64, 19i64] [[9i64, 6i64, 1i64], [-7i64, 0i64,
-- 4i64, 10i64, 9i64, -8i64, -11i64], [4i64, -7i64, 11i64, 7i64, 16i64, 17i64], [-10i64, 4i64, 12i64, -11i64, -6i64,
-- 5i64, -3i64], [-1i64, -3i64], [0i64, 13i64, -1i64, -4i64, 10i64], [], [], [-8i64, -9i64, 16i64, 11i64], [-1i64,
-- -5i64, 13i64, 11i64, 1i64]] }

type command [k] [l] [m] = #sum ([k]i64) | #largest ([l]i64) | #products ([m]i64) | #size i64

type~ commands [n] = [n](#sum ([?]i64) | #largest ([?]i64) | #products ([?]i64) | #size i64)

def parse [n] (kinds: [n]i64) (data: [n][?]i64) : commands [n] =
  map2 (\k row -> match k
                  case 0 -> #sum row
                  case 1 -> #largest row
                  case 2 -> #products row
                  case _ -> #size (length row))
       kinds
       data

entry main [n] (kinds: [n]i64) (data: [n][?]i64) : ([n]i64, [n][?]i64) =
  let all = parse kinds data
  let value [k] [l] [m] (c: command [k] [l] [m]) : i64 =
    match c
    case #sum row -> i64.sum row
    case #largest row -> if null row then -1 else i64.maximum row
    case #products row ->
      if null row
      then 0
      else let pairs = zip row (rotate 1 row) in i64.sum (map (\(x, y) -> x * y) (init pairs))
    case #size k -> k
  let expand [k] [l] [m] (c: command [k] [l] [m]) : []i64 =
    match c
    case #sum row -> row
    case #largest row -> reverse row
    case #products row ->
      if null row then [] else map (\i -> row[i + 1] - row[i]) (iota (length row - 1))
    case #size _ -> []
  in (map value all, map expand all)
